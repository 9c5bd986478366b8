"""What the window knows: small objects with a value and a signal for each change.  They alone start jobs."""
