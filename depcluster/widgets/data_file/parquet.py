"""Parquet: how large a table will be, told by its file before any of it is read."""

from __future__ import annotations

from ..._validation import counted

MOST_COLUMNS = 50_000
_MOST_BYTES = 2**28
_AT_ONCE = 65536  # rows of a column of texts
_FEWER = "Save fewer of its rows or columns, and choose that file."


class NoTable(ValueError):
    """What is no table that can be read whole, in words for users."""


def flat_columns(file, name):
    """Names of the columns that hold one value a row, and of the nested ones.

    A file of half a megabyte may hold one value three hundred million times, or a long text in
    each of a million rows, so this looks at what it says of itself and at its texts as they are
    stored, each once.

    Parameters
    ----------
    file : file object
    name : str
        Of the file, for errors.

    Returns
    -------
    flat, nested : list of str

    Raises
    ------
    NoTable
        If there are no flat ones, too many, or more of them than can be read whole.
    """
    from pyarrow.parquet import ParquetFile

    table = ParquetFile(file)
    metadata = table.metadata
    if metadata.num_columns > MOST_COLUMNS:
        raise NoTable(
            f"{name} has {metadata.num_columns} columns, and at most {MOST_COLUMNS} are read. "
            f"{_FEWER}"
        )
    leaves = {j: table.schema.column(j) for j in range(metadata.num_columns)}
    flat = {j: leaf for j, leaf in leaves.items() if leaf.path == leaf.name}
    names = [leaf.name for leaf in flat.values()]
    if not flat:
        raise NoTable(f"{name} has no column that holds one value a row.")
    size = sum(
        _bytes_of(metadata.row_group(i), j, leaf)
        for i in range(metadata.num_row_groups)
        for j, leaf in flat.items()
    )
    _check_size(size, name, metadata)
    texts = [leaf.name for leaf in flat.values() if leaf.physical_type == "BYTE_ARRAY"]
    for length in _lengths_of_texts(file, texts):
        size += length
        _check_size(size, name, metadata)
    return names, [field.name for field in table.schema_arrow if field.name not in names]


def _bytes_of(group, j, leaf):
    """What a column of a row group takes, its texts left aside."""
    column = group.column(j)
    values = max(group.num_rows, column.num_values)
    return max(values * max(8, leaf.length or 0), column.total_uncompressed_size)


def _lengths_of_texts(file, names):
    """Bytes of the texts, some rows of a column at a time, none of them written out."""
    import pyarrow as pa
    import pyarrow.compute as pc
    from pyarrow.parquet import ParquetFile

    table = ParquetFile(file, read_dictionary=names)
    for name in names:
        for batch in table.iter_batches(_AT_ONCE, columns=[name]):
            (column,) = batch.columns
            if pa.types.is_dictionary(column.type):
                each = pc.binary_length(column.dictionary).take(column.indices)
                yield pc.sum(each.cast(pa.int64())).as_py() or 0
            else:
                yield column.nbytes


def _check_size(size, name, metadata):
    if size > _MOST_BYTES:
        raise NoTable(
            f"{name} is too large to be read whole: {counted(metadata.num_rows, 'row')} of "
            f"{counted(metadata.num_columns, 'column')} take more than {_MOST_BYTES >> 20} MB. "
            f"{_FEWER}"
        )
