"""What a call refuses, case by case."""


def said(call, *args, **options):
    """What the ValueError of a call says; no words where there is none."""
    try:
        call(*args, **options)
    except ValueError as error:
        return str(error)
    return ""


def taken(explorer, cases):
    """Of names, values and words those that are set, or refused in other words."""
    return [
        (name, value, words)
        for name, value, words in cases
        if words not in said(setattr, explorer, name, value)
    ]
