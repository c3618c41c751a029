"""Clusters in colours that tell how their labels are related, for widgets that draw clusters."""

from __future__ import annotations

import traitlets

from ..._validation import HUES, NOTHING, check_parameters, one_of
from ...plotting.palette import painting
from ...plotting.schemes import SCHEMES, scheme

COLOURED = one_of(*SCHEMES) | HUES | NOTHING


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


class Coloured(traitlets.HasTraits):
    """A widget whose ``colours`` can be those of a `scheme`; its front end calls `paintClusters`.

    Attributes
    ----------
    colours : {"plain", "wheel", "ramp", "families"}, list of str or None
        A scheme, or a colour to a label. Can be set.
    """

    colours = traitlets.Any(None)
    _hues = traitlets.List().tag(sync=True)

    @traitlets.validate("colours")
    def _known_colours(self, proposal):
        check_parameters({"colours": proposal.value}, colours=COLOURED)
        return proposal.value

    @traitlets.observe("colours", "n_clusters", "_n_clusters")
    def _paint(self, change):
        n = self.n_clusters if self.has_trait("n_clusters") else self._n_clusters
        self._hues = hues_of(self.colours, n)

    def _repr_mimebundle_(self, **kwargs):
        with painting(self._hues):
            return super()._repr_mimebundle_(**kwargs)
