"""A table to begin with: what a file from a laboratory looks like, with a gap and text in it."""

from __future__ import annotations

import atexit
import csv
import io
from pathlib import Path

from sklearn.datasets import load_breast_cancer

from ..._validation import PATH, checked

#: Where the value is that the file lacks: its row, counted from 0, and its column.
GAP = (4, "worst area")


@checked(path=PATH)
def example_table(path="cells.csv"):
    """Write a table to practise on; Python takes it away as it ends.

    569 samples of cells from breast tumours, scikit-learn's ``load_breast_cancer``: the name of
    the sample, the diagnosis as text, and thirty columns of measurements, in one of which a value
    is missing.

    Parameters
    ----------
    path : path, default="cells.csv"

    Returns
    -------
    pathlib.Path

    Raises
    ------
    ValueError
        If something else stands there.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     example_table(f"{folder}/cells.csv").read_text()[:34]
    'sample,diagnosis,mean radius,mean '
    """
    place, text = Path(path), _text()
    try:
        if place.exists() and place.read_text(encoding="utf-8") != text:
            raise ValueError(
                f"path must be that of a new file; {place.name} holds something else already."
            )
        place.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ValueError(f"path must be a file that can be written; {error.strerror}.") from None
    atexit.register(place.absolute().unlink, missing_ok=True)
    return place


def is_example(file):
    """Whether a DataFile holds the table to practise on, of which the notebook tells numbers.

    Parameters
    ----------
    file : DataFile

    Returns
    -------
    bool
    """
    held = file.frame
    same = held is not None and list(held.columns) == list(load_breast_cancer().feature_names)
    return same and len(held) == 568 and held.index[0] == "S001"


def _text():
    data, (row, column) = load_breast_cancer(), GAP
    columns = list(data.feature_names)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["sample", "diagnosis", *columns])
    for i, (values, of) in enumerate(zip(data.data.tolist(), data.target, strict=True)):
        cells = [f"{value:.6g}" for value in values]
        if i == row:
            cells[columns.index(column)] = ""
        writer.writerow([f"S{i + 1:03}", data.target_names[of], *cells])
    return out.getvalue()
