"""Controls that several explorers share, and how they agree."""

from __future__ import annotations

import numpy as np
import traitlets

from ..._validation import check_whole
from ...labels.kernels import PRESETS, preset
from ..base.traits import Choice, WholeNumber
from ..base.widget import Matrix
from ..label_kernel_editor.widget import preset_name, resized, starting_matrix
from .explorer import OF_DATA, Explorer, check_clusters


class ClusterControls(Explorer):
    """Number of clusters, label kernel and its name."""

    _limits = traitlets.Dict().tag(sync=True)
    n_clusters = WholeNumber(
        3, low=lambda own: own._limits_of[0], most=lambda own: own._limits_of[1], note=OF_DATA
    ).tag(sync=True, control=True)
    label_kernel = Matrix(rows=lambda own: own._limits_of, note=OF_DATA).tag(
        sync=True, control=True
    )
    preset = Choice((*PRESETS, "custom")).tag(sync=True, control=True)

    def _data(self):
        return {"_limits": self._limits_sent()}

    @traitlets.default("_limits")
    def _limits_sent(self):
        low, high = self._limits_of
        return {"min_clusters": low, "max_clusters": high}

    def _clusters(self, n_clusters, label_kernel, n_init=1):
        """Traits to begin with, or a ValueError for what a constructor cannot take."""
        check_clusters(n_clusters, *self._limits_of)
        check_whole(n_init, "n_init")
        A = starting_matrix(label_kernel, n_clusters)
        name = label_kernel if isinstance(label_kernel, str) else preset_name(A)
        return {"n_clusters": n_clusters, "label_kernel": A, "preset": name}

    @property
    def _given_kernel(self):
        """The label kernel as an estimator takes it: its name, or else the matrix."""
        return np.array(self.label_kernel) if self.preset == "custom" else self.preset

    def _reconcile(self, changed):
        """Let the number of clusters, the matrix and the preset agree; the changed one leads."""
        if changed not in ("n_clusters", "label_kernel", "preset"):
            return
        A = self.label_kernel
        if changed == "label_kernel":
            self.n_clusters = len(A)
            self.preset = preset_name(A, self.preset)
        elif self.preset != "custom":
            self.label_kernel = preset(self.preset, self.n_clusters)
        elif changed == "preset":
            self.preset = preset_name(A)
        elif len(A) != self.n_clusters:
            self.label_kernel = resized(A, self.n_clusters)
