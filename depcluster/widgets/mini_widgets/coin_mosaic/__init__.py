"""A coin and a guess of it as a mosaic, and two measures of how much the one tells of the other."""

from .widget import CoinMosaic
