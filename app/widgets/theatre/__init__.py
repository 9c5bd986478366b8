"""The theatre: the scene of a step, the timeline and what moves it, the bar of a training, the other run beside it."""
