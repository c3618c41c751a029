"""Controls that several explorers share, and how they agree."""

from __future__ import annotations

import traitlets

from ..._validation import check_whole
from ...labels.kernels import PRESETS, preset
from ..base.traits import known_name
from ..base.widget import Matrix
from ..label_kernel_editor.widget import preset_name, resized, starting_matrix
from .following import Following, check_clusters


class ClusterControls(Following):
    """Number of clusters, label kernel and its name.

    ``_limits_of`` are the least and the largest number of clusters of the samples held.
    """

    _limits = traitlets.Dict().tag(sync=True)
    n_clusters = traitlets.TraitType(3).tag(sync=True, control=True)  # its check is below
    label_kernel = Matrix().tag(sync=True, control=True)
    preset = traitlets.TraitType("plain").tag(sync=True, control=True)  # its check is below

    def _hold(self, X, y):
        self._limits_of = self._range_of(X)

    def _data(self):
        return {"_limits": self._limits_sent()}

    @traitlets.default("_limits")
    def _limits_sent(self):
        low, high = self._limits_of
        return {"min_clusters": low, "max_clusters": high}

    def _clusters(self, X, n_clusters, label_kernel, n_init=1):
        """Traits to begin with, or a ValueError for what a constructor cannot take."""
        self._limits_of = self._limits_at_first(X)
        check_clusters(n_clusters, *self._limits_of)
        check_whole(n_init, "n_init")
        A = starting_matrix(label_kernel, n_clusters)
        name = label_kernel if isinstance(label_kernel, str) else preset_name(A)
        return {"n_clusters": n_clusters, "label_kernel": A, "preset": name}

    @traitlets.validate("label_kernel")
    def _check_size(self, proposal):
        check_clusters(len(proposal.value), *self._limits_of, "rows of label_kernel")
        return proposal.value

    @traitlets.validate("n_clusters")
    def _check_n_clusters(self, proposal):
        check_clusters(proposal.value, *self._limits_of)
        return int(proposal.value)

    @traitlets.validate("preset")
    def _check_preset(self, proposal):
        return known_name("preset", proposal.value, (*PRESETS, "custom"))

    def _reconcile(self, changed):
        """Let the number of clusters, the matrix and the preset agree; the changed one leads."""
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
