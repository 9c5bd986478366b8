"""How everything looks: colours, sizes, icons, themes, the style sheet, the colours of tokens."""
