"""The moving picture of the README: it moves calmly, for ever, and has a still beside it."""

import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageSequence

ROOT = Path(__file__).parents[1]
MOVING, STILL = (ROOT / "docs/static" / name for name in ("moving.gif", "moving.png"))


@pytest.fixture(scope="module")
def film():
    """Its frames as arrays, and how long each stands, in seconds."""
    with Image.open(MOVING) as picture:
        assert picture.info["loop"] == 0
        told = [
            (np.asarray(frame.convert("RGB")), frame.info["duration"] / 1000)
            for frame in ImageSequence.Iterator(picture)
        ]
    frames, times = zip(*told, strict=True)
    return frames, times


def test_it_is_small_and_as_wide_as_a_readme():
    assert MOVING.stat().st_size < 1.5e6
    with Image.open(MOVING) as picture:
        assert 700 <= picture.width <= 900


def test_it_lasts_some_seconds_and_never_flashes(film):
    frames, times = film
    assert 6 <= sum(times) <= 10
    # Three flashes of a quarter of the picture within a second are the most that is safe.
    changed = [np.mean(np.any(before != after, axis=2)) for before, after in pairwise(frames)]
    assert max(changed) > 0
    assert max(changed) < 0.25


def test_the_still_is_its_last_frame(film):
    with Image.open(STILL) as picture:
        np.testing.assert_array_equal(np.asarray(picture.convert("RGB")), film[0][-1])


def test_the_readme_shows_the_still_to_those_who_want_no_motion():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    picture = re.search(r"<picture>.*?</picture>", readme, re.DOTALL)[0]
    assert f'(prefers-reduced-motion: reduce)" srcset="{STILL.relative_to(ROOT)}"' in picture
    assert f'src="{MOVING.relative_to(ROOT)}"' in picture
    assert len(re.search(r'alt="([^"]+)"', picture)[1].split()) > 30
