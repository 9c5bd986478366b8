"""What every pane is made of: buttons, rows, chips, lists, pictures, a painter in the colours of the theme."""
