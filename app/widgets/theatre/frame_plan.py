"""Which frames a film of the timeline has: the step, the moment of its movement, and how long each stands.  Pure.

Movement is a function of time (`motion`), so a film shows just what the stage shows at the same speed.
"""

from __future__ import annotations

from dataclasses import dataclass

from app.widgets.basics.motion import BEFORE, Phase, phase

FRAME = 40
"""Milliseconds of a frame that moves: 25 a second, and a whole number of a GIF's hundredths."""
LAST = 1_500
"""Milliseconds that the last frame stays before the film begins again."""
MOST_FRAMES = 3_000
_SLOW = 16
"""Steps a second up to which steps move; above it a frame shows the newest step, as the stage does."""


@dataclass(frozen=True, slots=True)
class FilmFrame:
    """What stands for so many milliseconds."""

    step: int
    phase: Phase
    milliseconds: int


def plan_frames(first: int, last: int, speed: float, *, reduced: bool = False) -> tuple[FilmFrame, ...]:
    """The frames from one step to another, so many steps a second.

    >>> [(frame.step, frame.milliseconds) for frame in plan_frames(1, 2, 4, reduced=True)]
    [(1, 250), (2, 1750)]
    """
    frames = _slow(first, last, speed, reduced) if speed <= _SLOW else _fast(first, last, speed)
    end = frames[-1]
    return (*frames[:-1], FilmFrame(end.step, end.phase, end.milliseconds + LAST))


def frame_count(first: int, last: int, speed: float, *, reduced: bool = False) -> int:
    """How many frames that would be, without making more than one step's.

    >>> frame_count(1, 100, 4) == len(plan_frames(1, 100, 4))
    True
    """
    if speed > _SLOW:
        return len(_shown(first, last, speed))
    moving = max(first, 1)
    still = moving - first
    return still + max(0, last - moving + 1) * len(_of_step(1, 1000 / speed, reduced))


def _slow(first: int, last: int, speed: float, reduced: bool) -> list[FilmFrame]:
    frames: list[FilmFrame] = []
    for step in range(first, last + 1):
        frames += _of_step(step, 1000 / speed, reduced)
    return frames


def _of_step(step: int, duration: float, reduced: bool) -> list[FilmFrame]:
    """One step: frames that look alike become one that stands longer; position 0 has nothing that moves."""
    if step == 0:
        return [FilmFrame(0, BEFORE, round(duration / 10) * 10)]
    frames: list[FilmFrame] = []
    end = round(duration / 10) * 10
    for at in range(0, end, FRAME):
        length = min(FRAME, end - at)
        # A short step has to be over before the next one begins.
        now = phase(float(at) if at + FRAME < end else duration, duration, reduced=reduced)
        if frames and _looks_like(frames[-1].phase, now):
            frames[-1] = FilmFrame(step, now, frames[-1].milliseconds + length)
        else:
            frames.append(FilmFrame(step, now, length))
    return frames


def _looks_like(first: Phase, second: Phase) -> bool:
    return all(
        abs(getattr(first, part) - getattr(second, part)) < 1e-3 for part in ("lit", "bridge", "joined", "settled")
    )


def _fast(first: int, last: int, speed: float) -> list[FilmFrame]:
    flash = phase(0.0, 1000 / speed)
    return [FilmFrame(step, BEFORE if step == 0 else flash, FRAME) for step in _shown(first, last, speed)]


def _shown(first: int, last: int, speed: float) -> list[int]:
    """The step that each frame shows, the last one among them."""
    a_frame = speed * FRAME / 1000
    count = int((last - first) / a_frame) + 1
    steps = [first + int(number * a_frame) for number in range(count)]
    return steps if steps[-1] == last else [*steps, last]
