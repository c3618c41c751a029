"""Which panels an explorer shows, and which of those only by their headline."""

from __future__ import annotations

import traitlets

from ..._validation import short_repr


class PanelNames(traitlets.TraitType):
    """Some of the panels of a widget, as a tuple in the widget's own order; sent as a list.

    A widget names them all in ``_all_panels``, in the order in which it shows them.
    """

    def __init__(self, *, least, **kwargs):
        super().__init__((), **kwargs)
        self._least = least
        self.metadata.setdefault("to_json", lambda value, widget: list(value))

    def validate(self, obj, value):
        known = obj._all_panels
        names = list(value) if isinstance(value, list | tuple | set) else None
        few = "one or more" if self._least else "some"
        if names is None or len(names) < self._least or any(name not in known for name in names):
            hint = f' Try {self.name}=("{known[0]}",).' if self._least else ""
            raise ValueError(
                f"{self.name} must be {few} of {', '.join(known)}; got {short_repr(value)}.{hint}"
            )
        return tuple(name for name in known if name in names)

    def for_page(self, owner):
        return {"kind": "some", "of": list(owner._all_panels)}


class Panelled(traitlets.HasTraits):
    """A widget of several panels.

    A subclass gives ``_all_panels``, and ``_usual_panels`` where those are not all.
    """

    _all_panels = ("points",)
    _usual_panels = None

    panels = PanelNames(least=1).tag(sync=True)
    folded = PanelNames(least=0).tag(sync=True, control=True)

    @traitlets.default("panels")
    def _every_panel(self):
        return self._all_panels if self._usual_panels is None else self._usual_panels

    @staticmethod
    def _chosen(panels):
        """The trait for a constructor, unless it was left out."""
        return {} if panels is None else {"panels": panels}
