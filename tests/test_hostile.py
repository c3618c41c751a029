"""What strangers pass: a drawn sample of the sweep (`python tests/hostile` makes all of it)."""

import inspect
import signal

import pytest
from sklearn.metrics import adjusted_rand_score

from depcluster import CLUHSIC
from depcluster._validation import RULES
from hostile.calls import estimators, fits, functions, samples
from hostile.outcomes import outcome
from hostile.sweep import drawn, is_broken, run, told

pytestmark = [
    # np.matrix is among what strangers pass.
    pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning"),
    pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no alarm ends a call here"),
]
N_DRAWN = 6000
PARTS = 10


@pytest.mark.parametrize("part", range(PARTS))
def test_an_answer_or_an_error_that_names_the_parameter(part):
    found = [(case, *run(case)) for case in drawn(N_DRAWN, seed=17)[part::PARTS]]
    broken = [f"{which}: {told(case, words)}" for case, which, words in found if is_broken(which)]
    assert broken == []
    assert {which for _, which, _ in found} == {"answer", "named"}


@pytest.mark.parametrize("call", [*functions(), *fits()], ids=lambda call: call.name)
def test_what_the_sweep_spoils_is_right_before(call):
    call.run(**call.right)


@pytest.mark.parametrize("estimator", estimators().values(), ids=lambda e: e.__name__)
def test_every_parameter_of_an_estimator_has_a_rule(estimator):
    assert set(inspect.signature(estimator).parameters) <= set(RULES)


def test_a_subclass_may_add_parameters():
    class Named(CLUHSIC):
        def __init__(self, n_clusters=3, *, story=""):
            super().__init__(n_clusters, random_state=0)
            self.story = story

    X, y = samples()
    assert adjusted_rand_score(y, Named(story="mine").fit(X).labels_) == 1
    with pytest.raises(ValueError, match="n_clusters must be an integer"):
        Named("three").fit(X)


def test_outcomes_are_told_apart():
    def changes(values):
        values.append(1)

    def half_done():
        raise AssertionError("labels_")

    def never():
        while True:
            pass

    values = [0]
    told_apart = {
        "answer": outcome(lambda: 1, ["k"]),
        "named": outcome(lambda: int("k"), ["k"]),
        "unnamed": outcome(lambda: int("w"), ["k"]),
        "obscure": outcome(lambda: [][1], ["k"]),
        "half done": outcome(half_done, ["k"]),
        "input changed": outcome(lambda: changes(values), ["k"], [values]),
        "over 5 s": outcome(never, ["k"], seconds=0.2),
    }
    assert [which for which, _ in told_apart.values()] == list(told_apart)
