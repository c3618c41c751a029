"""What the taxonomy explorer shows of samples: small images, words of texts, true classes."""

import json
from types import SimpleNamespace

import numpy as np
import pytest
from answering import Page
from engine import V8
from refusals import said

from depcluster.papers.blaschko2008 import cluster_words
from depcluster.reproduction.datasets import make_faces
from depcluster.trees import Tree
from depcluster.widgets import DataPad, TaxonomyExplorer
from depcluster.widgets.base.bundle import script
from depcluster.widgets.explorer.thumbnails import SIDE, as_thumbnails
from depcluster.widgets.taxonomy_explorer.classes import Classes

faces, person, expression = make_faces(45)
X = faces.reshape(45, -1)
# Two pairs of leaves and a fifth leaf between them.
TREE = Tree.from_newick("((0:1,1:1):1,(2:1,3:1):1,4:1);")
POINTS = np.eye(3)[np.arange(30) % 3] + 0.01 * np.random.default_rng(0).random((30, 3))
CORPUS = {
    "counts": np.eye(3, dtype=int)[np.arange(30) % 3],
    "words": np.array(["fruit", "music", "sport"]),
    "titles": [f"text {i}" for i in range(30)],
}


@pytest.fixture(scope="module")
def grouping():
    """A call of the page's module, which gets classes of some names as it is sent them."""
    context = V8()
    context.eval(script("taxonomy_explorer/page/grouping.js", "grouping"))

    def call(source, names, **given):
        classes = Classes.of(np.array(names))
        given["about"] = as_thumbnails(None, X).about(classes)
        values = ", ".join(json.dumps(each, default=np.ndarray.tolist) for each in given.values())
        source = f"({', '.join(given)}) => JSON.stringify(grouping.{source})"
        return json.loads(context.eval(f"({source})({values})"))

    return call


def test_images_are_bytes_small_enough_to_send():
    given = as_thumbnails(faces, X).images
    assert (given.dtype, given.shape) == (np.uint8, (45, 48, 36, 1))
    np.testing.assert_allclose(given[..., 0] / 255, faces, atol=0.51 / 255)
    rng = np.random.default_rng(0)
    large = rng.integers(0, 255, (45, 200, 130, 3), dtype=np.uint8)
    small = as_thumbnails(large, X).images
    assert max(small.shape[1:3]) <= SIDE
    block = large[7, 4:8, 8:12].astype(float).mean(axis=(0, 1))
    np.testing.assert_allclose(small[7, 1, 2], block, atol=0.51)
    stretched = as_thumbnails(np.arange(45 * 4.0).reshape(45, 2, 2) - 20, X).images
    assert (stretched.min(), stretched.max()) == (0, 255)


def test_texts_show_the_words_of_their_clusters():
    rng = np.random.default_rng(0)
    words = [["apple", "pear"], ["sonata", "fugue"], ["goal", "referee"]]
    texts = [f"the {' and '.join(rng.choice(words[i % 3], 5))}, {'again ' * 60}" for i in range(30)]
    explorer = TaxonomyExplorer(POINTS, texts, 3)
    assert all(len(text) <= 160 for text in explorer._about["texts"])
    answer, shown = Page(explorer).settled(), explorer._dataset.thumbnails
    assert answer["words"] == cluster_words(shown.counts, answer["labels"], shown.vocabulary, 3)
    explorer = TaxonomyExplorer(X, n_clusters=3, n_init=1)
    assert explorer._about["kind"] == "numbers"
    assert explorer._about["texts"][0].startswith("(")
    assert Page(explorer).settled()["words"] == []


def test_texts_are_names_and_numbers_get_theirs():
    y = np.array([2, 0, 2, 1])
    assert Classes.of(y).names == ("class 0", "class 1", "class 2")
    assert Classes.of(y, ["a", "b", "c"]).names == ("a", "b", "c")
    assert Classes.of(y[:1], ["a", "b", "c"]).names == ("c",)
    assert Classes.of(np.array(["b", "a"])).names == ("a", "b")
    assert Classes.of(y).entropy == pytest.approx(1.5 * np.log(2))


def test_families_are_what_stands_before_a_comma_or_a_dot():
    cases = [
        (["sci.space", "sci.med", "rec.autos"], ["rec", "sci", "sci"]),
        (["a, x", "a, y", "b"], ["a", "a", "b"]),
        (["setosa", "virginica"], None),
        (["St. Louis", "St. Paul", "Bonn"], None),
        (["1.5", "1.7", "2.5"], None),
        (["a.b", "a.c"], None),
    ]
    assert [(names, Classes.of(np.array(names)).families()) for names, _ in cases] == cases


def test_rows_of_one_family_stand_together_and_mixed_ones_last(grouping):
    names = np.repeat(["A, happy", "A, shocked", "B, happy", "B, shocked"], 2)
    pure, mixed = [0, 0, 1, 1, 2, 2, 3, 3], [0, 0, 1, 2, 1, 2, 3, 3]
    for labels, wanted in (
        (pure, [["B", [2, 3]], ["A", [0, 1]]]),
        (mixed, [["A", [0]], ["B", [3]], ["mixed", [2, 1]]]),
    ):
        found = grouping("grouped(ring, labels, about)", names, ring=[2, 0, 3, 1], labels=labels)
        assert found == wanted
    held = grouping("heldWords(labels, 4, about)", names, labels=mixed)
    assert held[:2] == ["2 of 2 'A, happy'", "1 of 2 'A, shocked'"]
    held = grouping("heldWords(labels, 1, about)", [0, 0, 1], labels=[0, 0, 0])
    assert held == ["2 of 3 class 0"]


def test_a_class_is_split_where_its_leaves_are_no_branch(grouping):
    def told(names, tree=TREE):
        given = {"labels": range(len(names)), "edges": tree.edges, "lengths": tree.lengths}
        given = {name: np.array(value) for name, value in given.items()}
        call = f"branchWords(labels, about, {{ edges, lengths }}, {len(names)})"
        return grouping(call, list(names), **given)

    cases = {
        "aabbc": "The clusters of 'a' and 'b' are one branch each.",
        "ababc": "Clusters 0 and 2 are both 'a' but stand in different branches; "
        "so do those of 1 more.",
        "aabca": "The clusters of 'a' are one branch.",
        "abaca": "Clusters 0, 2 and 4 are all 'a' but stand in different branches.",
        "abcde": "",
        "aaaaa": "The clusters of 'a' are one branch.",
        ("a, x", "b, x", "a, y", "b, y", "c"): "Clusters 0 and 2 are both 'a' but stand in "
        "different branches; so do those of 1 more.",  # families before classes
        ("a, x", "a, y", "b, x", "b, y", "c"): "The clusters of 'a' and 'b' are one branch each.",
    }
    assert {names: told(names) for names in cases} == cases
    inner = np.isin(TREE.splits().sum(axis=1), [2, 3])
    flat = Tree(TREE.edges, np.where(inner, 0.0, 1.0), TREE.names)
    assert "are one branch each" in told("ababc", flat)
    assert told("aab", Tree.from_newick("(0:1,1:1,2:1);")) == ""


def test_names_reach_the_page():
    names = ["Ann", "Bob", "Cyd"]
    explorer = TaxonomyExplorer(X, faces, 6, y=person, target_names=names, n_init=2)
    page = Page(explorer)
    answer = page.settled()
    assert explorer._about["names"] == names
    assert sorted(name for name, _ in answer["groups"]) == names
    assert sorted(k for _, clusters in answer["groups"] for k in clusters) == list(range(6))
    for name, clusters in answer["groups"]:
        inside = person[np.isin(answer["labels"], clusters)]
        assert (inside == names.index(name)).mean() > 0.5
    assert "'Ann'" in answer["branches"]
    answer = page.move(structure="fixed").settled()
    assert (answer["groups"], answer["branches"]) == ([["", list(range(6))]], "")
    named = SimpleNamespace(**CORPUS, target_names=("rec.food", "rec.music", "sci.sport"))
    explorer = TaxonomyExplorer(POINTS, named, 3, y=np.arange(30) % 3, n_init=1)
    assert explorer._about["names"] == list(named.target_names)
    answer = Page(explorer).settled()
    assert answer["words"][answer["labels"][1]][0] == "music"
    assert sorted(name for name, _ in answer["groups"]) == ["rec", "sci"]
    explorer = TaxonomyExplorer(POINTS, named, 3, y=np.arange(30), n_init=1)
    assert explorer._about["names"][0] == "class 0"  # what it has no name for


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
