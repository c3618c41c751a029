"""True classes in the taxonomy explorer: their names, families, rows and branches."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest

from depcluster.datasets import make_faces
from depcluster.trees import Tree
from depcluster.widgets import DataPad, TaxonomyExplorer
from depcluster.widgets.taxonomy_explorer.classes import Classes, branch_words, grouped

NAMES = ["person 1, happy", "person 1, shocked", "person 2, happy", "person 2, shocked"]
# Two pairs of leaves and a fifth leaf between them.
TREE = Tree.from_newick("((0:1,1:1):1,(2:1,3:1):1,4:1);")


def classes_of(*names):
    return Classes.of(np.array(names))


def test_texts_are_names_and_numbers_get_theirs():
    y = np.array([2, 0, 2, 1])
    assert Classes.of(y).names == ("class 0", "class 1", "class 2")
    assert Classes.of(y, ["a", "b", "c"]).names == ("a", "b", "c")
    assert Classes.of(y[:1], ["a", "b", "c"]).names == ("c",)
    assert Classes.of(np.array(["b", "a"])).names == ("a", "b")
    assert Classes.of(y).told("class 2") == "class 2"
    assert Classes.of(y, ["a", "b", "c"]).told("c") == "'c'"


@pytest.mark.parametrize(
    ("names", "families"),
    [
        (["sci.space", "sci.med", "rec.autos"], ["rec", "sci", "sci"]),
        (["a, x", "a, y", "b"], ["a", "a", "b"]),
        (["setosa", "virginica"], None),
        (["St. Louis", "St. Paul", "Bonn"], None),
        (["1.5", "1.7", "2.5"], None),
        (["a.b", "a.c"], None),
    ],
)
def test_families_are_what_stands_before_a_comma_or_a_dot(names, families):
    assert Classes.of(np.array(names)).families() == families


def test_a_cluster_is_of_what_has_more_than_half_of_it():
    classes = classes_of("a", "a", "b", "b", "b", "c")
    labels = np.array([0, 0, 0, 1, 1, 1])
    assert classes.most_in(labels, 2) == ["a", "b"]
    assert classes.most_in(np.array([0, 1, 0, 1, 1, 0]), 2) == ["", "b"]


def test_rows_of_one_family_stand_together_and_mixed_ones_last():
    classes = classes_of(*np.repeat(NAMES, 2))
    labels = np.array([0, 0, 1, 1, 2, 2, 3, 3])
    ring = np.array([2, 0, 3, 1])
    rows = grouped(ring, labels, classes)
    assert rows == [("person 2", [2, 3]), ("person 1", [0, 1])]
    mixed = np.array([0, 0, 1, 2, 1, 2, 3, 3])  # 1 and 2 hold both people
    assert grouped(ring, mixed, classes)[-1] == ("mixed", [2, 1])
    assert grouped(ring, labels, None) == [("", [2, 0, 3, 1])]


@pytest.mark.parametrize(
    ("most", "words"),
    [
        ("aabbc", "The clusters of 'a' and 'b' are one branch each."),
        ("ababc", "Clusters 0 and 2 are both 'a' but stand in different branches; so do those"),
        ("abbca", "Clusters 0 and 4 are both 'a' but stand in different branches; so do those"),
        ("aabca", "The clusters of 'a' are one branch."),
        ("abaca", "Clusters 0, 2 and 4 are all 'a' but stand in different branches."),
        ("abcde", ""),
        ("aaaaa", "The clusters of 'a' are one branch."),
    ],
)
def test_a_class_is_split_where_its_leaves_are_no_branch(most, words):
    found = branch_words(classes_of(*most), np.arange(5), TREE)
    assert found == words if words.endswith(".") or not words else found.startswith(words)


def test_split_is_what_no_one_edge_can_tell_off():
    # Against the definition: an edge parts the leaves of a set from all others, or could be put
    # in without a change to the others.
    sides = [set(np.flatnonzero(side).tolist()) for side in TREE.splits()]
    for size in (2, 3, 4):
        for own in itertools.combinations(range(5), size):
            own, rest = set(own), set(range(5)) - set(own)
            fits = all(
                not (side & own and side & rest and own - side and rest - side) for side in sides
            )
            names = ["a" if k in own else f"other {k}" for k in range(5)]
            found = branch_words(classes_of(*names), np.arange(5), TREE)
            assert ("different branches" in found) == (not fits)


def test_edges_of_no_length_split_nothing_and_few_leaves_cannot():
    flat = Tree(
        TREE.edges, np.where(np.isin(TREE.splits().sum(axis=1), [2, 3]), 0.0, 1.0), TREE.names
    )
    assert "are one branch each" in branch_words(classes_of(*"ababc"), np.arange(5), flat)
    three = Tree.from_newick("(0:1,1:1,2:1);")
    assert branch_words(classes_of(*"aab"), np.arange(3), three) == ""


def test_families_are_looked_at_before_classes():
    torn = classes_of("a, x", "b, x", "a, y", "b, y", "c")
    found = branch_words(torn, np.arange(5), TREE)
    assert found.startswith("Clusters 0 and 2 are both 'a' but")
    whole = classes_of("a, x", "a, y", "b, x", "b, y", "c")
    found = branch_words(whole, np.arange(5), TREE)
    assert found == "The clusters of 'a' and 'b' are one branch each."


faces, person, expression = make_faces(45)
X = faces.reshape(45, -1)


def read(explorer):
    return explorer.settle()._reading()


def test_names_reach_the_page():
    names = ["Ann", "Bob", "Cyd"]
    explorer = TaxonomyExplorer(X, faces, 6, y=person, target_names=names, n_init=2)
    assert explorer._samples["names"] == names
    rows = read(explorer).groups
    assert sorted(name for name, _ in rows) == names
    assert sorted(k for _, clusters in rows for k in clusters) == list(range(6))
    for name, clusters in rows:
        inside = person[np.isin(explorer.labels_, clusters)]
        assert (inside == names.index(name)).mean() > 0.5
    assert "'Ann'" in read(explorer).branches
    explorer.structure = "fixed"
    assert read(explorer).groups == [("", list(range(6)))]
    assert read(explorer).branches == ""
    explorer.close()


def test_a_corpus_names_its_classes():
    corpus = SimpleNamespace(
        counts=np.eye(3, dtype=int)[np.arange(30) % 3],
        words=np.array(["fruit", "music", "sport"]),
        titles=[f"text {i}" for i in range(30)],
        target_names=("rec.food", "rec.music", "sci.sport"),
    )
    points = np.eye(3)[np.arange(30) % 3] + 0.01 * np.random.default_rng(0).random((30, 3))
    explorer = TaxonomyExplorer(points, corpus, 3, y=np.arange(30) % 3, n_init=1)
    assert explorer._samples["names"] == list(corpus.target_names)
    assert sorted(name for name, _ in read(explorer).groups) == ["rec", "sci"]
    explorer = TaxonomyExplorer(points, corpus, 3, y=np.arange(30), n_init=1)
    assert explorer._samples["names"][0] == "class 0"  # what it has no name for


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target_names": ["a", "b", "c"]}, "target_names must be left out without y"),
        ({"y": person, "target_names": ["a"]}, "must name every class in y; got 1 names"),
        ({"y": person, "target_names": "abc"}, "target_names must be a list of words"),
        ({"y": person, "target_names": [1, 2, 3]}, "target_names must be a list of words"),
        ({"y": person.astype(str), "target_names": list("abc")}, "Leave target_names out"),
    ],
)
def test_unusable_names(options, message):
    with pytest.raises(ValueError, match=message):
        TaxonomyExplorer(X, **options)
    with pytest.raises(ValueError, match="target_names must be left out"):
        TaxonomyExplorer(DataPad(), target_names=["a"])
