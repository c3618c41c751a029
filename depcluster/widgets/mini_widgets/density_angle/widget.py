"""DensityAngle: the angle between two densities, at a distance that a hand sets."""

from ...base.bundle import bundle
from ...base.traits import Number
from ..base import MiniWidget


class DensityAngle(MiniWidget):
    """Two Gaussian densities of variance 1, their product, and the angle they make.

    With ``<p, q>`` the integral of the product, the cosine of Jenssen et al. (2006), eq. (3), is
    ``<p1, p2> / sqrt(<p1, p1> <p2, p2>) = exp(-d^2 / 4)`` for two bells at distance d, and the
    Cauchy-Schwarz divergence (1) is ``-log cos = d^2 / 4``.

    Parameters
    ----------
    distance : float, default=2
        Between the means, from 0 to 5. A hand drags a bell or an arrow; can be set.

    Raises
    ------
    ValueError
        If the distance is no number from 0 to 5.

    Examples
    --------
    >>> DensityAngle(2)
    DensityAngle: distance 2
    """

    _esm, _css = bundle("mini_widgets/density_angle/widget.js")
    distance = Number(2.0, low=0, high=5).tag(sync=True, control=True)

    def __init__(self, distance: float = 2.0) -> None:
        super().__init__(distance=distance)

    def summary(self) -> str:
        return f"DensityAngle: distance {self.distance:.4g}"
