"""Beats 2 and 3: five groups in a row."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ...datasets import make_row
from ...kernels import centre, kernel_matrix
from ...labels import block_sums, chain
from ...plotting import INK, scheme
from ...widgets import choice, redrawn
from .marks import draw_kernel, draw_points

KERNELS = {"strangers": 2 * np.eye(5), "chain": chain(5), "all ones": np.ones((5, 5))}


def related(amount):
    """Five strangers, of whom labels 0 and 4 are relatives by so much."""
    A = 2 * np.eye(5)
    A[0, 4] = A[4, 0] = amount
    return A


def stamps():
    """The block sums of five groups in a row, a label kernel, and their product."""
    row, group = make_row()
    T = block_sums(centre(kernel_matrix(row)), group, 5) / 24  # all groups have 24 points
    colours = scheme("ramp", 5)

    def draw(A):
        kernel = KERNELS[A]
        figure = Figure(figsize=(9, 5.3), layout="constrained")
        top, bottom = figure.subfigures(2, 1, height_ratios=[1, 2.6])
        draw_points(row, group, colours, top.subplots(), lambda at: np.array([0, 1.4]))
        tables = {"points: S / √(n n)": T, f"labels: A, {A}": kernel, "product": T * kernel}
        for ax, (name, table) in zip(bottom.subplots(1, 3), tables.items(), strict=True):
            draw_kernel(np.round(table, 1) + 0.0, colours, ax, name)
        J = abs((T * kernel).sum())
        figure.suptitle(f"J, the sum of the product: {J:.1f}", fontsize=13, color=INK)
        return figure, (
            f"Five groups in a row, their block sums, the label kernel {A}, and the product with "
            f"sum {J:.1f}."
        )

    return redrawn(draw, A=choice(list(KERNELS), label="label kernel"))
