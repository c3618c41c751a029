"""Parquet: how large a table will be, told by its file before any of it is read."""

from __future__ import annotations

from .._validation import counted

MOST_COLUMNS = 50_000
# Of a table; while it is read some three and a half times as many are held, as measured.
_MOST_SENT, _MOST_AT_PATH = 2**28, 2**30
_AT_ONCE = 65536  # rows of a column of texts
_FEWER = "Save fewer of its rows or columns, and choose that file."
_NAMED = "Name the columns to read, read_table(path, columns=[...], label=...), or save fewer rows."


class NoTable(ValueError):
    """What is no table that can be read, in words for users."""


def flat_columns(file, name, at_path, named):
    """Names of the columns that hold one value a row, and of others.

    Returned are those to read, those that are nested, and those left out because all are more
    than is read: of such a table only the ``named`` are. A file of half a megabyte may hold one
    value three hundred million times, or a long text in each of a million rows, so this looks at
    what it says of itself and at its texts as they are stored, each once. What a page has sent,
    not ``at_path``, may be less large.
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
    if not flat:
        raise NoTable(f"{name} has no column that holds one value a row.")
    names = [leaf.name for leaf in flat.values()]
    nested = [field.name for field in table.schema_arrow if field.name not in names]
    most = _MOST_AT_PATH if at_path else _MOST_SENT
    size = _size(file, metadata, flat, most)
    if size <= most:
        return names, nested, []
    some = {j: leaf for j, leaf in flat.items() if leaf.name in named}
    if some:
        size = _size(file, metadata, some, most)
    if not some or size > most:
        raise NoTable(
            f"{name} is too large: {counted(metadata.num_rows, 'row')} of "
            f"{counted(len(some or flat), 'column')} take {size >> 20} MB or more, and at most "
            f"{most >> 20} MB are read. {_NAMED if at_path else _FEWER}"
        )
    chosen = [leaf.name for leaf in some.values()]
    return chosen, nested, [each for each in names if each not in chosen]


def _size(file, metadata, columns, most):
    """Bytes that columns take once they are read; texts are counted up to ``most``."""
    size = sum(
        _bytes_of(metadata.row_group(i), j, leaf)
        for i in range(metadata.num_row_groups)
        for j, leaf in columns.items()
    )
    texts = [leaf.name for leaf in columns.values() if leaf.physical_type == "BYTE_ARRAY"]
    for length in _lengths_of_texts(file, texts) if size <= most else ():
        size += length
        if size > most:
            break
    return size


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
