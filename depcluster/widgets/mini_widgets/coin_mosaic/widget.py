"""CoinMosaic: how much a guess tells of a coin, as areas, by a square and by a logarithm."""

from ...base.bundle import bundle
from ...base.traits import Number
from ..base import MiniWidget


class CoinMosaic(MiniWidget):
    """A fair coin x and a guess y that agrees with it with a probability, as areas.

    Sugiyama et al. (2011), eq. (1): with the ratio ``r = p(x, y) / (p(x) p(y))``,
    ``SMI = 1/2 sum p(x) p(y) (r - 1)^2 = (2q - 1)^2 / 2`` at agreement q. Mutual information (2),
    ``sum p(x, y) log r``, is beside it, in nats.

    Parameters
    ----------
    agreement : float, default=0.75
        q, the probability that y = x, from 0 to 1. A hand drags a border between two tiles; can be
        set.

    Raises
    ------
    ValueError
        If the agreement is no probability.

    Examples
    --------
    >>> CoinMosaic()
    CoinMosaic: agreement 0.75
    """

    _esm, _css = bundle("mini_widgets/coin_mosaic/widget.js")
    agreement = Number(0.75, low=0, high=1).tag(sync=True, control=True)

    def __init__(self, agreement: float = 0.75) -> None:
        super().__init__(agreement=agreement)

    def summary(self) -> str:
        return f"CoinMosaic: agreement {self.agreement:.4g}"
