"""What can be read off a text and its tokens, for a reader who looks at one place: nothing here is needed to encode.

pre_tokens    which pre-token a token belongs to
differences   where two tokenizers part, and why
stages        raw text, normalized text, tokens and ids side by side
tail          tokens at the end that more text could still change
ids           ids that somebody typed, back to text
specials      names of special tokens that stand in a text
search        where a text, some bytes or a token stand in a text
classes       classes of tokens, by which a text can be coloured
parts         a text encoded whole, and in parts
several       where a tokenizer parts from several others
places        which tokens lie in some bytes, and how a sentence quotes them
"""
