"""Names and cells as sentences show them."""

LONGEST = 24  # letters of a name in a sentence or a cell


def several(names, most=6, longest=LONGEST):
    """Some of many names, and how many more."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(clipped(name, longest) for name in names[:most]) + more


def as_text(cell):
    """What a cell holds, as text."""
    return f"{cell:.15g}" if isinstance(cell, float) else str(cell)


def clipped(text, longest=LONGEST):
    """A text that fits in a cell."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
