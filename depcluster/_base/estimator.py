"""What all estimators share: parameters written once, and a fit that leaves all or nothing."""

from __future__ import annotations

import inspect
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Self, dataclass_transform

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin

from .._typing import ArrayLike, Ints
from .._validation import check_different, check_parameters, validated

# What our fits keep for themselves, of all estimators under `all_or_nothing`.
_PRIVATE = {
    "_S", "_X", "_bound", "_coefficients", "_kept", "_kernel", "_map", "_n", "_objective",
    "_origin", "_params", "_place", "_result", "_typical", "_undecided", "_unit",
}  # fmt: skip


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
    """A context to fit in: parameters are checked, an error leaves the estimator unfitted.

    ``special`` are rules of parameters that differ from the table's. What goes is what a fit puts
    there, this one or an earlier one: names with "_" at their end, as scikit-learn calls what is
    fitted, and private ones of ours. What others keep on the estimator, such as metadata requests,
    stays.
    """
    try:
        check_parameters(estimator.get_params(deep=False), **special)
        with np.errstate(under="ignore"):
            yield
    except BaseException:
        for name in list(vars(estimator)):
            if name in _PRIVATE or (name.endswith("_") and not name.startswith("_")):
                delattr(estimator, name)
        raise


class _Fitted:
    labels_: Ints
    n_features_in_: int


@estimator
class Estimator(_Fitted, ClusterMixin, BaseEstimator):
    """Base of all estimators; a subclass says in `_fit_samples` what it makes of the samples."""

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
