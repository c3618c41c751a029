"""Pages without Python: each widget leaves a picture with its description."""

import html
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda p: p.stem)
def test_a_page_shows_every_widget_as_a_picture(path, tmp_path):
    pytest.importorskip("nbconvert")
    command = [sys.executable, "-m", "nbconvert", "--to", "html", "--config"]
    command += [str(NOTEBOOKS / "as_pictures/config.py"), "--output-dir", str(tmp_path), str(path)]
    subprocess.run(command, check=True, capture_output=True)
    page = (tmp_path / path.name).with_suffix(".html").read_text(encoding="utf-8")
    pictures = [
        (html.unescape(told), source)
        for told, source in re.findall(r'<img alt="([^"]*)"[^>]* src="([^"]*)"', page)
    ]
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    views = [o for o in outputs if "application/vnd.jupyter.widget-view+json" in o.get("data", {})]
    assert views
    for output in views:
        alt = output["metadata"]["image/png"]["alt"]
        start = "".join(output["data"]["image/png"])[:200].replace("\n", "")
        assert alt
        assert any(start in source and alt == told for told, source in pictures)
