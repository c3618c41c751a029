"""What the taxonomy explorer shows of samples: small images, words of texts, true classes."""

import itertools
import json
from types import SimpleNamespace

import numpy as np
import pytest
from answering import Page
from engine import V8
from refusals import said

from depcluster.datasets import make_faces
from depcluster.trees import Tree
from depcluster.widgets import DataPad, TaxonomyExplorer
from depcluster.widgets.base.bundle import script
from depcluster.widgets.explorer.thumbnails import SIDE, as_thumbnails
from depcluster.widgets.taxonomy_explorer.classes import Classes, branch_words, grouped

faces, person, expression = make_faces(45)
X = faces.reshape(45, -1)
NAMES = ["person 1, happy", "person 1, shocked", "person 2, happy", "person 2, shocked"]
# Two pairs of leaves and a fifth leaf between them.
TREE = Tree.from_newick("((0:1,1:1):1,(2:1,3:1):1,4:1);")
POINTS = np.eye(3)[np.arange(30) % 3] + 0.01 * np.random.default_rng(0).random((30, 3))
CORPUS = SimpleNamespace(
    counts=np.eye(3, dtype=int)[np.arange(30) % 3],
    words=np.array(["fruit", "music", "sport"]),
    titles=[f"text {i}" for i in range(30)],
)


def classes_of(*names):
    return Classes.of(np.array(names))


@pytest.fixture(scope="module")
def grouping():
    """Functions of the page's module, which get the classes as it is sent them."""
    context = V8()
    context.eval(script("taxonomy_explorer/page/grouping.js", "grouping"))

    def call(name, labels, classes, *more):
        about = {"classes": classes.codes, "names": classes.names, "families": classes.families()}
        about["named"] = classes.words
        given = [labels, about, *more] if name == "branchWords" else [*more, labels, about]
        text = ", ".join(json.dumps(each, default=lambda array: array.tolist()) for each in given)
        return json.loads(context.eval(f"JSON.stringify(grouping.{name}({text}))"))

    return call


@pytest.fixture(scope="module")
def told(grouping):
    """What is said of leaves, each of one sample: by the page, and in the same words by Python."""

    def call(classes, tree=TREE):
        labels = np.arange(len(classes.codes))
        drawn = {"edges": tree.edges, "lengths": tree.lengths}
        found = grouping("branchWords", labels, classes, drawn, len(labels))
        assert found == branch_words(classes, labels, tree)
        return found

    return call


def test_images_are_bytes_small_enough_to_send():
    given = as_thumbnails(faces, X).images
    assert given.dtype == np.uint8
    assert given.shape == (45, 48, 36, 1)
    np.testing.assert_allclose(given[..., 0] / 255, faces, atol=0.51 / 255)
    rng = np.random.default_rng(0)
    large = rng.integers(0, 255, (45, 200, 130, 3), dtype=np.uint8)
    small = as_thumbnails(large, X).images
    assert max(small.shape[1:3]) <= SIDE
    assert small.shape[3] == 3
    block = large[7, 4:8, 8:12].astype(float).mean(axis=(0, 1))
    np.testing.assert_allclose(small[7, 1, 2], block, atol=0.51)
    stretched = as_thumbnails(np.arange(45 * 4.0).reshape(45, 2, 2) - 20, X).images
    assert (stretched.min(), stretched.max()) == (0, 255)
    labels = np.arange(45) % 3
    means = as_thumbnails(faces, X).means(labels, 3)
    np.testing.assert_allclose(means[1], faces[1::3].mean(axis=0), atol=0.51 / 255)


def test_texts_show_the_words_of_their_clusters():
    words = [["apple", "pear"], ["sonata", "fugue"], ["goal", "referee"]]
    texts = [f"the {words[i % 3][0]} and {words[i % 3][1]}, {'again ' * 60}" for i in range(30)]
    explorer = TaxonomyExplorer(POINTS, texts, 3)
    answer = Page(explorer).settled()
    for i in range(3):
        assert set(words[i]) == set(answer["words"][answer["labels"][i]][:2])
    assert all(len(text) <= 160 for text in explorer._samples["texts"])
    answer = Page(TaxonomyExplorer(POINTS, CORPUS, 3)).settled()
    assert answer["words"][answer["labels"][1]][0] == "music"
    explorer = TaxonomyExplorer(X, n_clusters=3, n_init=1)
    assert explorer._samples["kind"] == "numbers"
    assert explorer._samples["texts"][0].startswith("(")
    assert Page(explorer).settled()["words"] == []


def test_texts_are_names_and_numbers_get_theirs():
    y = np.array([2, 0, 2, 1])
    assert Classes.of(y).names == ("class 0", "class 1", "class 2")
    assert Classes.of(y, ["a", "b", "c"]).names == ("a", "b", "c")
    assert Classes.of(y[:1], ["a", "b", "c"]).names == ("c",)
    assert Classes.of(np.array(["b", "a"])).names == ("a", "b")
    assert Classes.of(y).told("class 2") == "class 2"
    assert Classes.of(y, ["a", "b", "c"]).told("c") == "'c'"


def test_families_are_what_stands_before_a_comma_or_a_dot():
    cases = [
        (["sci.space", "sci.med", "rec.autos"], ["rec", "sci", "sci"]),
        (["a, x", "a, y", "b"], ["a", "a", "b"]),
        (["setosa", "virginica"], None),
        (["St. Louis", "St. Paul", "Bonn"], None),
        (["1.5", "1.7", "2.5"], None),
        (["a.b", "a.c"], None),
    ]
    assert [(names, classes_of(*names).families()) for names, _ in cases] == cases


def test_rows_of_one_family_stand_together_and_mixed_ones_last(grouping):
    classes, ring = classes_of(*np.repeat(NAMES, 2)), np.array([2, 0, 3, 1])
    labels = np.array([0, 0, 1, 1, 2, 2, 3, 3])
    mixed = np.array([0, 0, 1, 2, 1, 2, 3, 3])  # 1 and 2 hold both people
    for of, wanted in (
        (labels, [["person 2", [2, 3]], ["person 1", [0, 1]]]),
        (mixed, [["person 1", [0]], ["person 2", [3]], ["mixed", [2, 1]]]),
    ):
        found = grouping("grouped", of, classes, ring)
        assert found == [list(row) for row in grouped(ring, of, classes)]
        assert sorted(found) == sorted(wanted)
        assert found[-1] == wanted[-1]
    assert grouped(ring, labels, None) == [("", [2, 0, 3, 1])]


def test_a_class_is_split_where_its_leaves_are_no_branch(told):
    cases = {
        "aabbc": "The clusters of 'a' and 'b' are one branch each.",
        "ababc": "Clusters 0 and 2 are both 'a' but stand in different branches; "
        "so do those of 1 more.",
        "aabca": "The clusters of 'a' are one branch.",
        "abaca": "Clusters 0, 2 and 4 are all 'a' but stand in different branches.",
        "abcde": "",
        "aaaaa": "The clusters of 'a' are one branch.",
    }
    assert {most: told(classes_of(*most)) for most in cases} == cases
    torn = told(classes_of("a, x", "b, x", "a, y", "b, y", "c"))  # families before classes
    assert torn.startswith("Clusters 0 and 2 are both 'a' but")
    whole = told(classes_of("a, x", "a, y", "b, x", "b, y", "c"))
    assert whole == "The clusters of 'a' and 'b' are one branch each."


def test_split_is_what_no_one_edge_can_tell_off(told):
    """Some edge parts the leaves of a set from all others, or could be put in beside the others."""
    sides = [set(np.flatnonzero(side).tolist()) for side in TREE.splits()]
    wrong = []
    for size in (2, 3, 4):
        for own in map(set, itertools.combinations(range(5), size)):
            rest = set(range(5)) - own
            fits = all(
                not (side & own and side & rest and own - side and rest - side) for side in sides
            )
            names = ["a" if k in own else f"other {k}" for k in range(5)]
            if ("different branches" in told(classes_of(*names))) == fits:
                wrong.append(own)
    assert wrong == []


def test_edges_of_no_length_split_nothing_and_few_leaves_cannot(told):
    inner = np.isin(TREE.splits().sum(axis=1), [2, 3])
    flat = Tree(TREE.edges, np.where(inner, 0.0, 1.0), TREE.names)
    assert "are one branch each" in told(classes_of(*"ababc"), flat)
    assert told(classes_of(*"aab"), Tree.from_newick("(0:1,1:1,2:1);")) == ""


def test_names_reach_the_page():
    names = ["Ann", "Bob", "Cyd"]
    explorer = TaxonomyExplorer(X, faces, 6, y=person, target_names=names, n_init=2)
    page = Page(explorer)
    answer = page.settled()
    labels, rows = np.array(answer["labels"]), answer["groups"]
    assert explorer._samples["names"] == names
    assert sorted(name for name, _ in rows) == names
    assert sorted(k for _, clusters in rows for k in clusters) == list(range(6))
    for name, clusters in rows:
        inside = person[np.isin(labels, clusters)]
        assert (inside == names.index(name)).mean() > 0.5
    assert "'Ann'" in answer["branches"]
    for k, held in enumerate(answer["held"]):
        counts = np.bincount(person[labels == k], minlength=3)
        assert held == f"{counts.max()} of {counts.sum()} '{names[counts.argmax()]}'"
    answer = page.move(structure="fixed").settled()
    assert answer["groups"] == [["", list(range(6))]]
    assert answer["branches"] == ""


def test_a_corpus_names_its_classes():
    named = SimpleNamespace(**vars(CORPUS), target_names=("rec.food", "rec.music", "sci.sport"))
    explorer = TaxonomyExplorer(POINTS, named, 3, y=np.arange(30) % 3, n_init=1)
    assert explorer._samples["names"] == list(named.target_names)
    assert sorted(name for name, _ in Page(explorer).settled()["groups"]) == ["rec", "sci"]
    explorer = TaxonomyExplorer(POINTS, named, 3, y=np.arange(30), n_init=1)
    assert explorer._samples["names"][0] == "class 0"  # what it has no name for


def test_unusable_names_are_refused():
    words = [("abc", "a list of words"), ([1, 2, 3], "a list of words"), (["a"], "got 1 names")]
    accepted = [
        (options, words)
        for options, words in (
            ({"target_names": ["a", "b", "c"]}, "target_names must be left out without y"),
            *(({"y": person, "target_names": names}, text) for names, text in words),
            ({"y": person.astype(str), "target_names": list("abc")}, "Leave target_names out"),
        )
        if words not in said(TaxonomyExplorer, X, **options)
    ]
    assert accepted == []
    assert "target_names must be" in said(TaxonomyExplorer, DataPad(), target_names=["a"])
