"""The picture that each widget leaves where it is stored."""

from made import MAKE
from stills import check_panels, check_still

from depcluster.widgets.interact.widget import Interactive


def test_every_widget_leaves_a_picture():
    for make in (make for made, make in MAKE.items() if made is not Interactive):
        check_panels(widget := make())
        check_still(widget)
