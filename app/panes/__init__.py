"""The panes: each draws some state and asks it to change; none knows another."""
