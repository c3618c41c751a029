"""Many cases in one item, as a loop: all of them run, and those that fail are told together."""

import functools
import inspect

import pytest


def each(names, cases):
    """What pytest.mark.parametrize does, in one item: a test is called for every case in turn."""
    names, cases = [name.strip() for name in names.split(",")], list(cases)

    def looped(test):
        signature = inspect.signature(test)
        fixtures = [p for name, p in signature.parameters.items() if name not in names]

        @functools.wraps(test)
        def run(*args, **given):
            failed = {}
            for number, case in enumerate(cases):
                values = dict(zip(names, case if len(names) > 1 else [case], strict=True))
                try:
                    test(*args, **given, **values)
                except (Exception, pytest.fail.Exception) as error:
                    failed[f"case {number}, {_shown(values)}"] = error
            if failed:
                told = "\n".join(f"{case}: {error!s:.600}" for case, error in failed.items())
                raise AssertionError(told) from next(iter(failed.values()))

        run.__signature__ = signature.replace(parameters=fixtures)
        return run

    return looped


def _shown(values):
    return ", ".join(f"{name}={' '.join(repr(v).split()):.60}" for name, v in values.items())
