"""DataFile: a table of one's own, for explorers, estimators and comparisons."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import traitlets

from ..._typing import Floats, Ints
from ..._validation import FLAG, NAME, NOTHING, PATH, Rule, counted, is_whole, short_repr, takes
from ...tables import Table, read_table
from ...tables.files import FORMATS, lacks_pandas
from ...tables.prepared import MISSING, SCALINGS, Chosen, Prepared
from ...tables.table import MISSES, READ_AS, check_names
from ...tables.words import several
from ..base.bundle import bundle
from ..base.source import LEAST, Source
from ..base.traits import Choice
from ..base.widget import STAYS, Widget
from .page_words import about, first_rows
from .paths import REFUSED, may_open_paths
from .upload import MOST, PIECE, Upload

if TYPE_CHECKING:
    import pandas as pd


class Several(traitlets.TraitType):
    """A list of ``what``, of which ``each`` holds; ``once`` takes repeats out. Sent as a list."""

    def __init__(self, what, each, once, **kwargs):
        super().__init__((), **kwargs)
        self.what, self.each, self.once = what, each, once
        self.metadata.setdefault("to_json", lambda value, widget: list(value))

    def validate(self, obj, value):
        held = _listed(value)
        if held is None or not all(map(self.each, held)):
            raise ValueError(f"{self.name} must be a list of {self.what}; got {short_repr(value)}.")
        return tuple(self.once(held))


_TABLE = PATH | Rule("a Table of read_table", lambda table: isinstance(table, Table))
NAMES = "names of columns", lambda name: isinstance(name, str), dict.fromkeys
ROWS = (
    "numbers of rows, from 0",
    lambda row: is_whole(row) and row >= 0,
    lambda rows: sorted({int(row) for row in rows}),
)


def _listed(value):
    held = value.tolist() if hasattr(value, "tolist") else value  # of frame.columns, as well
    return list(held) if isinstance(held, list | tuple) else None


class DataFile(Source, Widget):
    """A table of one's own: choose a file and its columns, and hand it to an explorer.

    A file is chosen or dropped on the page, or its path is given, and read by
    `depcluster.tables.read_table`. Its first rows are shown, what is open in it as questions, and
    what to look at in its columns, each with buttons; one chooses which columns are features. A
    DataFile can stand in place of X in any explorer, which then follows it, and in every estimator,
    which takes what it holds at the time: ``CLUHSIC(3).fit(table)``,
    ``compare_kernels(table, kernels, 3, y=table.y)``.

    Rows are counted from 0. Of more than 2000 rows so many are drawn, the same every time. All
    controls can be set from Python too.

    Parameters
    ----------
    path : str, Path or Table, optional
        Of a file on this computer, or what `read_table` made of one with choices of its own.
    features : list of str, optional
        Columns of numbers; by default all of them but those that only name the rows: whole
        numbers, each once, that ascend or belong to a column called an id.
    label : str, optional
        A column of classes, at most 100, which is no feature then. That of an npz file is its
        array y, target or labels.
    scaling : {"standardise", "minmax", "none"}, default="standardise"
        Every feature less its mean and divided by its standard deviation over the rows in X, or
        from 0 to 1, or as it is. A feature that is the same in every row becomes 0.
    missing : {"drop", "median"}, default="drop"
        A row that lacks the value of a feature is left out, or that value is the feature's
        median. A row without a label is left out in any case.
    read_as : dict of str to str, optional
        How to read columns, as of `read_table`.
    left_out : list of int, optional
        Rows of the file to leave out, counted from 0.
    paths : bool, optional
        Whether the page has a box for the path of a file, which Python then reads wherever it
        runs. Without it such a message is refused, whatever page sends it; `load` still reads
        paths. By default the box is there where the server is one's own, that is unless the
        environment says JupyterHub, Binder or Voila (``JUPYTERHUB_USER``,
        ``JUPYTERHUB_API_TOKEN``, ``JUPYTERHUB_SERVICE_PREFIX``, ``BINDER_SERVICE_HOST``,
        ``BINDER_REPO_URL``, ``BINDER_REF_URL``, or a ``SERVER_SOFTWARE`` of voila).
        ``DEPCLUSTER_PATHS=0`` in the environment turns it off for all, even where ``paths`` is
        True; ``DEPCLUSTER_PATHS=1`` turns it on by default.

    Attributes
    ----------
    X : ndarray of shape (m, d)
        The samples, scaled; shape (0, 0) while there are none.
    y : ndarray of int of shape (m,) or None
        Their classes, numbered in the order of ``target_names``; None without a label.
    target_names : tuple of str
    feature_names : list of str
    frame : pandas.DataFrame of shape (m, d) or None
        The features of the rows in X as they were read, NaN where a value is missing; its index
        holds the names of the rows, or their numbers in the file.
    rows_ : ndarray of int of shape (m,)
        Rows of the file that are in X, ascending.
    notes, unsettled : list of str
        What was done in reading the file and in making X, and what should be settled before
        clusters of X are believed.
    table : Table or None
        The file as it was read, by `read_table` with the choices made here: its ``frame``, what
        was decided in ``findings`` and what is open in ``unsettled``.
    python : str
        Lines of Python that give the same X and y, to go on from: without the one that draws
        rows, X has them all.

    Raises
    ------
    ValueError
        If the file or a choice is unusable. Once the widget is on screen the message stands in
        it and what was read before stays.
    ImportError
        Without pandas: ``pip install "depcluster[lab]"``.

    Examples
    --------
    >>> table = DataFile()
    >>> table
    DataFile: no file yet
    >>> table.load("flowers.csv")  # doctest: +SKIP
    DataFile: flowers.csv, X (150, 4) of sepal length, sepal width, petal length, petal width; ...
    """

    _esm, _css = bundle("data_file/widget.js")

    _changes_with = "_version"
    _called, _kind, _has_names = "table", "a file", True
    _lives_alone = False
    _chosen = tuple(Chosen.__dataclass_fields__)
    _file: Any = None
    prepared: Any = None
    _source = None
    _n_files = 0  # that were read before

    _version = traitlets.Int(0)
    _first = traitlets.Dict().tag(sync=True)
    _about = traitlets.Dict().tag(sync=True)
    _menus = traitlets.Dict().tag(sync=True)
    _paths = traitlets.Bool(False).tag(sync=True)
    features = Several(*NAMES).tag(sync=True, control=True)
    label = traitlets.TraitType(None, allow_none=True).tag(sync=True, control=True)
    scaling = Choice(SCALINGS).tag(sync=True, control=True)
    missing = Choice(MISSING).tag(sync=True, control=True)
    read_as = traitlets.TraitType({}).tag(sync=True, control=True)
    left_out = Several(*ROWS).tag(sync=True, control=True)

    @takes(
        path=_TABLE | NOTHING,
        label=NAME | NOTHING,
        read_as=READ_AS | NOTHING,
        paths=FLAG | NOTHING,
    )
    def __init__(
        self,
        path: str | Path | Table | None = None,
        *,
        features: list[str] | None = None,
        label: str | None = None,
        scaling: Literal["standardise", "minmax", "none"] = "standardise",
        missing: Literal["drop", "median"] = "drop",
        read_as: Mapping[str, str] | None = None,
        left_out: Sequence[int] = (),
        paths: bool | None = None,
    ) -> None:
        paths = may_open_paths(paths)
        self._upload = Upload(by_path=paths)
        if path is not None:
            table = self._read(path)
            self._file = table.reading(read_as={**table.read_as, **(read_as or {})})
            read_as = self._file.read_as
            label = self._file.label_name if label is None else label
            features = self._features(label) if features is None else features
        features = () if features is None else features
        super().__init__(
            **vars(Chosen(features, label, scaling, missing, read_as or {}, left_out)),
            _paths=paths,
            _menus={
                "scaling": [*SCALINGS.items()],  # pairs: a stored notebook sorts names
                "missing": [*MISSING.items()],
                "formats": FORMATS,
                "most": MOST,
                "piece": PIECE,
            },
        )
        self._prepare(self._choice(), "features")
        self.observe(self._on_choice, list(self._chosen))
        self.on_msg(lambda _, content, buffers: self._on_message(content, buffers))

    @takes(path=_TABLE)
    def load(self, path: str | Path | Table) -> DataFile:
        """Read another file, and choose among its columns anew.

        Parameters
        ----------
        path : str, Path or Table

        Returns
        -------
        DataFile
            Itself.

        Raises
        ------
        ValueError
            If it cannot be read; what was read before stays.
        """
        self._take(self._read(path))
        return self

    def _read(self, source, **told):
        """A table, of which `_source` is kept to read it again as a page answers."""
        table = source if isinstance(source, Table) else read_table(source, **told)
        self._source = source
        return table

    def _features(self, label):
        return self._file.reading(label_name=label).features

    def __array__(self, dtype=None, copy=None):
        return np.array(self.X, dtype=dtype)

    def __len__(self):
        return len(self.rows_)

    def __bool__(self):
        return True

    @property
    def X(self) -> Floats:
        """The samples, scaled, shape (m, d)."""
        return self.prepared.X.copy() if self.prepared else np.empty((0, 0))

    @property
    def y(self) -> Ints | None:
        """Their classes, shape (m,), or None."""
        codes = self.prepared.classes[0] if self.prepared else None
        return None if codes is None else codes.copy()

    @property
    def target_names(self) -> tuple[str, ...]:
        """What the classes are called."""
        return self.prepared.classes[1] if self.prepared else ()

    @property
    def feature_names(self) -> list[str]:
        """What the features are called."""
        return list(self.features)

    @property
    def frame(self) -> pd.DataFrame | None:
        """The features of the rows in X as they were read."""
        return self.prepared.frame.copy() if self.prepared else None

    @property
    def rows_(self) -> Ints:
        """Rows of the file that are in X."""
        return self.prepared.rows.copy() if self.prepared else np.empty(0, int)

    @property
    def python(self) -> str:
        """Lines of Python that give the same X and y."""
        return self.prepared.python() if self.prepared else ""

    @property
    def table(self) -> Table | None:
        """The file as it was read, with the choices made here."""
        return self.prepared and self.prepared.table

    @property
    def notes(self) -> list[str]:
        """What was done in reading the file and in making X, a few words each."""
        return [*self.prepared.notes(), *self.table.findings] if self.prepared else []

    @property
    def unsettled(self) -> list[str]:
        """What should be settled before clusters of X are believed, a sentence each."""
        return [each["words"] for each in self._about["findings"] if each["loud"]]

    def summary(self) -> str:
        """One line that says what is held."""
        if self._file is None:
            return "DataFile: no file yet"
        names = several(self.features) or "no column"
        classes = counted(len(self.target_names), "class", "classes")
        named = f"{classes} of {self.label}" if self.label else ""
        head = f"DataFile: {self._file.name}, X {self.X.shape} of {names}"
        return "; ".join(filter(None, [head, named, *self.prepared.notes()]))

    def _choice(self):
        return Chosen(**{name: getattr(self, name) for name in self._chosen})

    @traitlets.validate("features", "label", "read_as", "left_out")
    def _check_columns(self, proposal):
        name, value = proposal.trait.name, proposal.value
        if name == "read_as":
            READ_AS(value, name)
        if self._file is None:
            if value not in (None, (), {}):
                raise ValueError(
                    f"{name} must wait until a file is chosen; got {short_repr(value)}."
                )
        elif name == "left_out":
            n = len(self._file.file.frame)
            if value and value[-1] >= n:
                raise ValueError(
                    f"left_out must be numbers of rows, below {n}; got {short_repr(value[-1])}."
                )
        else:
            told = {"read_as": self.read_as, "label_name": None, "chosen": None}
            told[{"label": "label_name", "features": "chosen"}.get(name, name)] = value
            check_names(self._file.reading(**told), "features")
        return value

    def _on_choice(self, change):
        if self._choice() != self._settled:
            with self.hold_sync():
                self._prepare(self._choice(), change.name)

    def _prepare(self, choice, changed):
        """Let the choices agree, and what follows from them be seen."""
        told = {"read_as": choice.read_as, "label_name": choice.label, "chosen": None}
        table = self._file and self._file.reading(**told)
        if table and changed == "read_as":  # what has become numbers is a feature now
            old = self.prepared.table.columns
            new = {name for name in table.features if old[name].kind != "number"}
            kept = [name for name in table.columns if name in {*choice.features, *new}]
            choice = replace(choice, features=tuple(kept))
        self._settled = choice = choice.agreed(table, changed)
        with self.hold_trait_notifications():
            for name in self._chosen:
                setattr(self, name, getattr(choice, name))
        self.prepared = self._file and Prepared(table, choice)
        self._first = {} if table is None else first_rows(table)
        self._about = about(self.prepared, self._problem())
        self._version += 1

    def _take(self, table):
        """Show another file."""
        self._file, self._n_files = table, self._n_files + 1
        new = {"features": tuple(table.features), "label": table.label_name}
        new |= {"read_as": table.read_as, "left_out": ()}
        with self.hold_sync():
            self._prepare(replace(self._choice(), **new), "features")

    def _problem(self):
        """Why there is no X yet, and what to do; nothing if there is one."""
        if self._file is None:
            return lacks_pandas() or "Choose a file with a table."
        name, kinds = self._file.name, [c.kind for c in self.prepared.table.columns.values()]
        if not self.features:
            some = {"number", "mixed"} & set(kinds)
            return "Choose at least one column." if some else f"{name} has no column of numbers."
        if not len(self.prepared.rows):
            return (
                f"No row of {name} has a value in every chosen column. Fill missing values with "
                "the median, or choose fewer columns."
            )
        return ""

    def _lacks(self, n_clusters):
        problem, least = self._problem(), max(LEAST, n_clusters + 1)
        if problem:
            return problem
        m = len(np.unique(self.prepared.X, axis=0))
        if m >= least:
            return ""
        return (
            f"{counted(n_clusters, 'cluster')} need{'s' * (n_clusters == 1)} at least {least} "
            f"different rows; {self._file.name} has {m} of them in the chosen columns."
        )

    def _names(self):
        names, rows = self._file.names, self.prepared.rows
        named = [names[row] if names else f"row {row}" for row in rows]
        return self.feature_names, named, rows

    def _places(self):
        return np.column_stack([self.rows_, np.full(len(self.rows_), self._n_files)])

    def _on_message(self, content, buffers):
        """What the page asks for: a path to open, or a piece of a file; an error is said there."""
        try:
            self._answer(content if isinstance(content, dict) else {}, buffers)
        except Exception as error:  # whatever happens, the page hears of it
            words = str(error) or "The file is too large for this computer's memory."
            self.send({"refused": f"{words} {STAYS}"})

    def _answer(self, content, buffers):
        if isinstance(content.get("piece"), dict) and len(buffers or ()) == 1:
            done = self._upload.take(content["piece"], buffers[0])
            self.send({"taken": self._upload.taken})
            if done:
                file = io.BytesIO(self._upload.whole())
                file.name = self._upload.name
                self._take(self._read(file))
                self.send({"read": self._upload.name})
        elif isinstance(content.get("open"), str):
            if not self._paths:
                raise ValueError(REFUSED)
            self._take(self._read(content["open"]))
            self.send({"read": self._file.name})
        elif isinstance(told := content.get("told"), dict) and self._file is not None:
            if isinstance(told.get("header"), bool) and not isinstance(self._source, Table):
                self._take(self._read(self._source, header=told["header"]))
            elif "missing" in told:
                MISSES(told["missing"], "missing")
                self._file = self._file.reading(missing=tuple(told["missing"]))
                with self.hold_sync():
                    self._prepare(self._choice(), "features")
            self.send({"read": self._file.name})
