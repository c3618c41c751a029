"""What all estimators share: parameters written once, and a fit that leaves all or nothing."""

from __future__ import annotations

import inspect
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Self, dataclass_transform

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin

from .._typing import ArrayLike
from .._validation import check_different, check_parameters, validated


@dataclass_transform(eq_default=False, kw_only_default=True, field_specifiers=(field,))
def estimator(cls):
    """A decorator: the fields of a class are its parameters.

    scikit-learn, `help` and the site read the signature of ``__init__``: it shows a class's own
    parameters before those it inherits, and no types, which the docstring has in more detail.
    """
    inherited = set(getattr(cls, "__dataclass_fields__", ())) - {"n_clusters"}
    cls = dataclass(eq=False, repr=False, kw_only=True)(cls)
    init = inspect.signature(cls.__init__)
    shown = [p.replace(annotation=p.empty) for p in init.parameters.values()]
    shown.sort(key=lambda p: p.name in inherited)
    cls.__init__.__signature__ = inspect.Signature(shown)
    return cls


@contextmanager
def all_or_nothing(estimator, **special):
    """A context to fit in: what an earlier fit left goes, and after an error what this one did.

    Parameters are checked first; ``special`` are rules of some that differ from the table's.
    """
    _forget(estimator)
    try:
        check_parameters(estimator.get_params(deep=False), **special)
        with np.errstate(under="ignore"):
            yield
    except BaseException:
        _forget(estimator)
        raise


def _forget(estimator):
    """Take away what is fitted, which has "_" at its end, of others such as metadata nothing."""
    for name in list(vars(estimator)):
        if name.endswith("_"):
            delattr(estimator, name)


@estimator
class Estimator(ClusterMixin, BaseEstimator):
    """Base of the methods that take a table; `_fit_samples` says what they make of it."""

    n_clusters: int = field(default=3, kw_only=False)

    _rules: ClassVar[dict[Any, Any]] = {}  # of parameters that differ from the table's

    def fit(self, X: ArrayLike, y: object = None) -> Self:
        """Cluster the samples.

        Parameters
        ----------
        X : array-like of shape (m, d)
        y : ignored

        Returns
        -------
        self : estimator

        Raises
        ------
        ValueError
            If the samples or a parameter cannot be used; nothing is then left fitted.
        """
        with all_or_nothing(self, **self._rules):
            X = validated(self, X, ensure_min_samples=2, copy=True)
            check_different(self.n_clusters, X)
            self._fit_samples(X)
        return self

    def _options(self):
        """The parameters by name, without those that a subclass of a user adds."""
        return {each.name: getattr(self, each.name) for each in fields(self)}
