"""What calls refuse, case by case: an empty list where each raises an error that says its words."""

import re


def said(call, *args, **options):
    """What the ValueError of a call says; no words where there is none."""
    try:
        call(*args, **options)
    except ValueError as error:
        return str(error)
    return ""


def taken(explorer, cases):
    """Of names, values and words those that are set, or refused in other words."""
    return not_refused(
        (re.escape(words), setattr, explorer, name, value) for name, value, words in cases
    )


def not_refused(cases, errors=ValueError):
    """Of cases (words, function, *arguments), those without an error in which the words stand."""
    found = []
    for words, function, *arguments in cases:
        try:
            function(*arguments)
        except errors as error:
            if not re.search(words, str(error), re.DOTALL):
                found.append((words, arguments, str(error)))
        else:
            found.append((words, arguments, "no error"))
    return found
