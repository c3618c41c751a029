"""A part of the sweep: what strangers pass to every public callable, by subpackage."""

import signal

import pytest

from fuzz.calls import SUBPACKAGES
from fuzz.sweep import broken, calls


@pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning")
@pytest.mark.skipif(not hasattr(signal, "SIGPROF"), reason="no clock ends a call here")
@pytest.mark.parametrize("subpackage", [*SUBPACKAGES, "estimators"])
def test_an_answer_or_an_error_that_names_the_parameter(subpackage):
    spoilt = [call for call in calls() if call.spoilt and call.subpackage == subpackage]
    assert spoilt
    found = [line for call in spoilt for line in broken(call, 24, seed=17)]
    assert found == []
