"""Images as vectors, the way Song et al. (2007) feed them to a kernel."""

from __future__ import annotations

import numpy as np

from .._validation import MOST, as_array


def image_features(images):
    """Pixels as features of mean 0 and variance 1; pixels that never change are left out.

    The Gaussian kernel of the paper's image experiments has gamma = 1 / d with d the number of
    these features (Song et al. 2007, section 7.3).

    Parameters
    ----------
    images : array-like of shape (m, h, w)

    Returns
    -------
    ndarray of shape (m, d)

    Raises
    ------
    ValueError
        If images is not a stack of pictures, is not finite, or no pixel changes.

    Examples
    --------
    >>> image_features(np.arange(18.0).reshape(2, 3, 3)).shape
    (2, 9)
    """
    images = as_array(images, "images", "pictures, (m, h, w)")
    if images.ndim != 3 or images.dtype.kind not in "biuf":
        raise ValueError(
            f"images must have the shape (m, h, w); got {images.dtype} of shape {images.shape}. "
            "Reshape rows of pixels with X.reshape(m, h, w)."
        )
    images = images.astype(float)
    if not np.isfinite(images).all() or np.abs(images).max(initial=0) > MOST:
        raise ValueError(
            "images must be finite; got NaN, infinite or huge pixels. Replace them or leave those "
            "images out."
        )
    pixels = images.reshape(len(images), -1)
    changing = np.ptp(pixels, axis=0) > 0 if len(pixels) else np.zeros(pixels.shape[1], bool)
    if not changing.any():
        raise ValueError(
            f"images must differ somewhere; got {len(images)} without one changing pixel. Give "
            "at least two different images."
        )
    pixels = pixels[:, changing]
    return (pixels - pixels.mean(axis=0)) / pixels.std(axis=0)
