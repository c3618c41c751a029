"""Many cases in one test: a failure says which case it was."""

import functools
import inspect


def each(names, cases):
    """Run a test on each case in turn; like ``pytest.mark.parametrize``, but one item."""
    names, cases = names.split(", "), list(cases)

    def decorate(test):
        @functools.wraps(test)
        def on_each(**fixtures):
            for case in cases:
                given = dict(zip(names, case if len(names) > 1 else [case], strict=True))
                try:
                    test(**given, **fixtures)
                except BaseException as error:
                    error.add_note(f"in the case {given}")
                    raise

        signature = inspect.signature(test)
        kept = [p for p in signature.parameters.values() if p.name not in names]
        on_each.__signature__ = signature.replace(parameters=kept)
        return on_each

    return decorate
