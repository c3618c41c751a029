"""Pages of docs: every block of code runs after those above it."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize("page", ["designs", "evaluation", "guide"])
def test_every_block_of_a_page_runs_after_those_above_it(page):
    pytest.importorskip("dask")
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    blocks, names = re.findall(r"```python.*\n([\s\S]*?)```", text), {}
    assert len(blocks) > 5
    for block in blocks:
        exec(compile(block, f"{page}.md", "exec"), names)
