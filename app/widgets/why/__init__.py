"""Why this step and no other: sentences, bars, rules, scores, lists of ties, made from the history alone."""
