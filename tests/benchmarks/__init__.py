"""Speed, as ratios to peers in the same run: `python -m tests.benchmarks`.

These are no tests: machines are shared and noisy, so nothing here decides whether a change may land.
"""
