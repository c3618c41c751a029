"""The picture that each widget leaves where it is stored."""

import pytest
from made import MAKE
from stills import check_panels, check_still

from depcluster.widgets.interact.widget import Interactive


@pytest.mark.parametrize("check", [check_still, check_panels])
def test_every_widget_leaves_a_picture(check):
    for make in (make for made, make in MAKE.items() if made is not Interactive):
        check(make())
