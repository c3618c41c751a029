"""A fit that fails leaves nothing fitted behind."""

from __future__ import annotations

from contextlib import contextmanager


@contextmanager
def all_or_nothing(estimator):
    """A context in which an error takes everything but the parameters off an estimator.

    Parameters
    ----------
    estimator : BaseEstimator
    """
    try:
        yield
    except BaseException:
        for name in set(vars(estimator)) - set(estimator.get_params(deep=False)):
            delattr(estimator, name)
        raise
