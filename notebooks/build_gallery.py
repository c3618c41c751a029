"""Build a static site of the notebooks: ``python notebooks/build_gallery.py [--out DIR]``.

Each page shows a notebook with the outputs stored in it; nothing is run again. The widgets are
drawn and their front ends live, formulas are set, and every file stands in DIR, so the site
opens from a disk without Python and without a network. Building needs npm once, for three
scripts (see `gallery/third_party.py`).
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from gallery.front_ends import read  # noqa: E402
from gallery.front_matter import entry  # noqa: E402
from gallery.pages import index, page, put_styles  # noqa: E402
from gallery.recorded import record  # noqa: E402
from gallery.third_party import CannotFetch, put_scripts  # noqa: E402


def reading_order():
    """The notebooks in the order `README.md` beside them first names them, others last."""
    named = re.findall(r"\((\w+)\.ipynb\)", (HERE / "README.md").read_text(encoding="utf-8"))
    stems = dict.fromkeys([*named, *sorted(path.stem for path in HERE.glob("*.ipynb"))])
    return [HERE / f"{stem}.ipynb" for stem in stems if (HERE / f"{stem}.ipynb").exists()]


def build(out):
    """Build the site.

    Parameters
    ----------
    out : Path
        Folder to write into; made if it is missing.

    Raises
    ------
    gallery.third_party.CannotFetch
        If npm is missing or its registry out of reach; nothing but scripts is written then.
    """
    put_scripts(out / "assets")
    put_styles(out / "assets")
    (out / "pictures").mkdir(exist_ok=True)
    entries = []
    for path in reading_order():
        notebook = read(path)
        told = entry(path.stem, notebook)
        record(path.stem, notebook)
        (out / f"{told.stem}.html").write_text(page(notebook, told.title), encoding="utf-8")
        (out / "pictures" / f"{told.stem}.png").write_bytes(told.png)
        entries.append(told)
    (out / "index.html").write_text(index(entries), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--out", type=Path, default=Path("build/gallery"), metavar="DIR")
    out = parser.parse_args().out
    try:
        build(out)
    except CannotFetch as error:
        sys.exit(f"build_gallery: {error}")
    print(f"Open {out / 'index.html'} in a browser.")


if __name__ == "__main__":
    main()
