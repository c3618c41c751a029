"""CoinMosaic: how much a guess tells of a coin, as areas, by a square and by a logarithm."""

from __future__ import annotations

import numpy as np
from scipy.special import xlogy

from ...base.bundle import front_end
from ...base.traits import Number
from ..base import MiniWidget
from .figure import coin_figure


class CoinMosaic(MiniWidget):
    """A fair coin x and a guess y that agrees with it with a probability, as areas.

    Sugiyama et al. (2011), eq. (1): with the ratio ``r = p(x, y) / (p(x) p(y))``,
    ``SMI = 1/2 sum p(x) p(y) (r - 1)^2 = (2q - 1)^2 / 2`` at agreement q. Mutual information (2),
    ``sum p(x, y) log r``, is beside it.

    Parameters
    ----------
    agreement : float, default=0.75
        q, the probability that y = x, from 0 to 1. A hand drags a border between two tiles.

    Attributes
    ----------
    agreement : float
    joint : ndarray of shape (2, 2)
        p(x, y).
    smi, mutual_information : float
        The second in nats.

    Raises
    ------
    ValueError
        If the agreement is no probability.

    Examples
    --------
    >>> CoinMosaic()
    CoinMosaic: agreement 0.75, SMI 0.125, mutual information 0.131
    """

    _esm, _css = front_end("mini_widgets/coin_mosaic/widget.js")
    agreement = Number(0.75, low=0, high=1).tag(sync=True, control=True)

    def __init__(self, agreement=0.75):
        super().__init__(agreement=agreement)

    @property
    def joint(self):
        """p(x, y), a row for each side of the coin."""
        q = self.agreement
        return np.array([[q, 1 - q], [1 - q, q]]) / 2

    @property
    def smi(self):
        """Squared-loss mutual information, ``(2q - 1)^2 / 2``."""
        return (2 * self.agreement - 1) ** 2 / 2

    @property
    def mutual_information(self):
        """``log 2 + q log q + (1 - q) log(1 - q)``, in nats."""
        q = self.agreement
        return float(np.log(2) + xlogy(q, q) + xlogy(1 - q, 1 - q))

    def summary(self):
        return (
            f"CoinMosaic: agreement {self.agreement:.4g}, SMI {self.smi:.3f}, mutual information "
            f"{self.mutual_information:.3f}"
        )

    def _figure(self):
        return coin_figure(self)
