"""Clusters in colours that tell how their labels are related, for widgets that draw clusters."""

from __future__ import annotations

import traitlets

from ..._validation import HUES, NOTHING, one_of
from ...plotting.schemes import SCHEMES, scheme


def hues_of(colours, n_clusters):
    """What a widget's ``colours`` stands for.

    Parameters
    ----------
    colours : str, sequence of str or None
    n_clusters : int

    Returns
    -------
    list of str
        Empty for the usual colours.
    """
    if colours is None:
        return []
    return scheme(colours, n_clusters) if isinstance(colours, str) else list(colours)


class Colours(traitlets.TraitType):
    """A scheme by name, a list of colours, or None."""

    _rule = one_of(*SCHEMES) | HUES | NOTHING

    def validate(self, obj, value):
        return self._rule(value, self.name)


class Coloured(traitlets.HasTraits):
    """A widget whose ``colours`` can be those of a `scheme`; its front end calls `paintClusters`.

    Attributes
    ----------
    colours : {"plain", "wheel", "ramp", "families"}, list of str or None
        A scheme, or a colour to a label. Can be set.
    """

    colours = Colours(None, allow_none=True)
    _hues = traitlets.List().tag(sync=True)

    @traitlets.observe("colours", "n_clusters", "_n_clusters")
    def _paint(self, change):
        n = self.n_clusters if self.has_trait("n_clusters") else self._n_clusters
        self._hues = hues_of(self.colours, n)
