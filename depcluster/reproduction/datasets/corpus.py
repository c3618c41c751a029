"""Texts as vectors, and a corpus that is always there: the docstrings of four libraries."""

from __future__ import annotations

import inspect
import pkgutil
import re
import warnings
from dataclasses import dataclass
from functools import cache
from importlib import import_module

import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer

from ..._typing import Ints, NDArray

#: What counts as a word, once everything is in lower case.
WORD = "[a-z]{2,}"


@dataclass(frozen=True)
class Corpus:
    """Texts as vectors.

    Attributes
    ----------
    X : sparse array of shape (m, d)
        tf-idf; every row has unit length. For the linear kernel take ``(X @ X.T).toarray()``.
    counts : sparse array of shape (m, d)
        How often each word occurs in each text.
    words : ndarray of str of shape (d,)
        The words of the columns; each occurs.
    y : ndarray of int of shape (m,)
        Index in target_names.
    target_names : tuple of str
    titles : ndarray of str of shape (m,)
        What each text is called.
    """

    X: sparse.csr_array
    counts: sparse.csr_array
    words: NDArray[np.str_]
    y: Ints
    target_names: tuple[str, ...]
    titles: NDArray[np.str_]


def as_corpus(counts, words, y, target_names, titles):
    """A corpus from counts (m, d), without the words that do not occur."""
    counts = sparse.csr_array(counts)
    occurring = np.flatnonzero(counts.sum(axis=0))
    counts = counts[:, occurring]
    X = sparse.csr_array(TfidfTransformer().fit_transform(counts))
    words, titles = np.asarray(words)[occurring], np.asarray(titles)
    return Corpus(X, counts, words, np.asarray(y), tuple(target_names), titles)


_PACKAGES = ("numpy", "scipy", "sklearn", "matplotlib")
_SKIPPED = {"backends", "conftest", "experimental", "externals", "pylab", "setup", "testing"}
_SKIPPED |= {"compat", "core", "ctypeslib", "distutils", "f2py", "matlib", "misc", "sphinxext"}
_SKIPPED |= {"tests"}
_SHARED = 4  # a sentence in so many docstrings is boilerplate
_SHORTEST = 30  # words
_RARE = 3  # documents a word must be in

_DROPPED = re.compile(
    r"^(Parameters|Other Parameters|Returns|Yields|Receives|Raises|Warns|Warnings|See Also"
    r"|References|Examples?|Attributes|Methods|Keyword Arguments|Keywords)$"
)
_RULE = re.compile(r"^([-=~^])\1{2,}$")
_MARKUP = (
    (re.compile(r":(?:ref|term|doc):`([^`<]*)[^`]*`"), r"\1"),
    (re.compile(r"(?::[a-z:]+:)?`+[^`]*`+_*|\[[^\]\s]*\]_|\|[^|\s]+\||\$[^$]*\$|\*+"), " "),
    (re.compile(r"https?://\S+|\b\w{2,}(?:\.\w+)+\b(?:\([^()]*\))?|\b\w*[_\d]\w*\b"), " "),
)
_LITERAL = re.compile(r"\s*(>>>|\.\.|\+-|\||==)")
_SIGNATURE = re.compile(r"[\w.]+\(")
_SENTENCE = re.compile(r"(?<=[.!?:])\s+")


def load_docstrings() -> Corpus:
    """The prose of four libraries' docstrings as documents.

    A document is the docstring of a public function or class of numpy, scipy, scikit-learn or
    matplotlib, labelled by its module: a stand-in for the papers of a conference, with text of
    about the same kind on every machine, and no network. Only prose is kept: no tables of
    parameters, references, examples, formulas, headers or names of code. A sentence that occurs
    in four documents or more is left out of all, then documents below thirty words and words in
    fewer than three documents. Common English words are left out too.

    Returns
    -------
    Corpus
        Documents by title, such as "scipy.stats.ttest_ind"; y is the module.

    Notes
    -----
    The documents are those of the installed versions: another release has others, and numbers
    measured on them change with it.

    Examples
    --------
    >>> corpus = load_docstrings()
    >>> corpus.X.shape == corpus.counts.shape == (len(corpus.y), len(corpus.words))
    True
    >>> "scipy.signal" in corpus.target_names
    True
    """
    return _corpus()


@cache
def _corpus():
    titles, texts = zip(*sorted(_public_docstrings().items()), strict=True)
    texts = without_boilerplate([prose(text) for text in texts])
    word = re.compile(WORD)
    long = [k for k, text in enumerate(texts) if len(word.findall(text.lower())) >= _SHORTEST]
    count = CountVectorizer(token_pattern=WORD, stop_words="english", min_df=_RARE)
    counts = count.fit_transform([texts[k] for k in long])
    titles = [titles[k] for k in long]
    names, y = np.unique([title.rpartition(".")[0] for title in titles], return_inverse=True)
    return as_corpus(counts, count.get_feature_names_out(), y, names.tolist(), titles)


def prose(docstring):
    r"""What a docstring in numpydoc style says in sentences, on one line.

    >>> text = "Add things up.\n\nNotes\n-----\nLike `numpy.sum`, only :ref:`slow <guide>`."
    >>> prose(text + "\n\nReturns\n-------\nfloat\n    The sum.")
    'Add things up. Like , only slow .'
    """
    paragraphs = [" ".join(lines) for lines in _paragraphs(inspect.cleandoc(docstring))]
    text = " ".join(paragraphs)
    for pattern, put in _MARKUP:
        text = pattern.sub(put, text)
    return re.sub(r"\s+", " ", text).strip()


def without_boilerplate(texts, shared=_SHARED):
    """Texts without the sentences that occur, however cased, in `shared` of them or more."""
    of_text = [_SENTENCE.split(text) for text in texts]
    held = {}
    for sentences in of_text:
        for key in {_key(sentence) for sentence in sentences}:
            held[key] = held.get(key, 0) + 1
    return [" ".join(s for s in sentences if held[_key(s)] < shared) for sentences in of_text]


def _key(sentence):
    return " ".join(re.findall(WORD, sentence.lower()))


def _paragraphs(text):
    """Lines of each paragraph of prose: flush left, in a section that is kept."""
    lines = text.splitlines()
    kept, paragraph, literal = True, [], False
    for k, line in enumerate(lines):
        below = lines[k + 1].strip() if k + 1 < len(lines) else ""
        if _RULE.match(below) and line.strip():
            kept = not _DROPPED.match(line.strip())
            literal = True  # the header is no prose, nor is its rule
        indented = line.startswith((" ", "\t"))
        listed = re.match(r"\s*([-*+]|\d+\.)\s", line)
        if not line.strip():
            if paragraph:
                yield paragraph
            paragraph, literal = [], False
        elif _RULE.match(line.strip()):
            literal = False
        elif _LITERAL.match(line) or (not paragraph and _SIGNATURE.match(line)):
            literal = True
        elif kept and not literal and (not indented or listed or paragraph):
            paragraph.append(re.sub(r"::$", ":", line.strip()))
    if paragraph:
        yield paragraph


def _public_docstrings():
    """Docstrings of functions and classes by their full public name, each text once."""
    found = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for module in _modules():
            here, listed = module.__name__, getattr(module, "__all__", None)
            for name in sorted(listed or vars(module)):
                thing = vars(module).get(name)
                text = getattr(thing, "__doc__", None)
                home = getattr(thing, "__module__", None) or here
                own = home.startswith(here if listed is None else here.partition(".")[0])
                if own and not name.startswith("_") and _is_documented(thing) and text:
                    found.setdefault(text, f"{here}.{name}")
    return {title: text for text, title in found.items()}


def _is_documented(thing):
    routine = inspect.isclass(thing) or inspect.isroutine(thing) or isinstance(thing, np.ufunc)
    return routine and not (inspect.isclass(thing) and issubclass(thing, Warning | Exception))


def _modules():
    """The packages and their public modules, as far as they can be imported."""
    for package in map(import_module, _PACKAGES):
        yield package
        for name in sorted(info.name for info in pkgutil.iter_modules(package.__path__)):
            if not name.startswith("_") and name not in _SKIPPED:
                try:
                    yield import_module(f"{package.__name__}.{name}")
                except ImportError:
                    continue
