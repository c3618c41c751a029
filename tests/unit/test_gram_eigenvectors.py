"""Storages of kernel matrices, their eigenvectors, and the threads of BLAS."""

import os
import subprocess
import sys
import threading

import numpy as np
import pytest
from cases import each
from scipy import sparse
from threadpoolctl import threadpool_info

import reference
from depcluster._utils.blas import one_blas_thread
from depcluster.kernels import (
    Dense,
    Factor,
    Sparse,
    as_gram,
    centre,
    eigenvectors,
    leading_eigenvectors,
    leading_subspace,
)

rng = np.random.default_rng(0)
B = rng.normal(size=(30, 4)) * (rng.random((30, 4)) < 0.5)
K = B @ B.T
W = rng.random(30) + 0.1


@each("weights", [None, W])
@each("centred", [True, False])
@each("kind", ["dense", "factor", "sparse"])
def test_every_storage_is_the_same_matrix(kind, centred, weights):
    made = {"dense": (Dense, K), "factor": (Factor, B), "sparse": (Sparse, sparse.csr_array(K))}
    cls, data = made[kind]
    gram = cls(data, centred=centred, weights=weights)
    true = reference.centred(K, weights) if centred else K
    np.testing.assert_allclose(centre(K, weights), reference.centred(K, weights), atol=1e-12)
    P = rng.random((30, 3))
    v = rng.normal(size=30)
    s = gram.sums(P)
    np.testing.assert_allclose(gram.scores(s, slice(None)), true @ P, atol=1e-10)
    np.testing.assert_allclose(gram.scores(s, np.array([4, 2])), (true @ P)[[4, 2]], atol=1e-10)
    np.testing.assert_allclose(gram.matvec(v), true @ v, atol=1e-10)
    np.testing.assert_allclose(gram.matvec(v[:, None]).ravel(), true @ v, atol=1e-10)
    np.testing.assert_allclose(gram.diagonal, true.diagonal(), atol=1e-10)
    np.testing.assert_allclose(gram.rows(np.array([1, 7])), true[[1, 7]], atol=1e-10)
    np.testing.assert_allclose(gram.product(P), true @ P, atol=1e-10)
    change, idx = rng.normal(size=(4, 3)), np.array([9, 0, 21, 3])
    P[idx] += change
    gram.shift(s, idx, change)
    np.testing.assert_allclose(gram.scores(s, slice(None)), true @ P, atol=1e-10)
    gram.move(s, 5, 0, 2, weight=1.5)
    P[5] += [-1.5, 0, 1.5]
    np.testing.assert_allclose(gram.scores(s, slice(None)), true @ P, atol=1e-10)
    with pytest.raises(TypeError, match="not an array"):
        np.asarray(gram)


def test_a_full_matrix_is_neither_copied_nor_changed_and_what_centring_takes_away_is_zero():
    for held in (K, np.asfortranarray(K)):
        before = held.copy()
        gram = Dense(held)
        gram.move(gram.sums(rng.random((30, 3))), 0, 1, 2)
        gram.rows(np.arange(30))
        assert np.shares_memory(gram.K, held)
        assert np.array_equal(held, before)
    for K_flat in (np.full((40, 40), 7.3), np.add.outer(W, W) * 1e6):
        gram = Dense(K_flat)  # holds nothing but rounding once it is centred
        assert not gram.product(rng.random((len(K_flat), 3))).any()
        assert not gram.diagonal.any()


@each(
    "bad",
    [
        np.ones((2, 3)),
        np.array([[1.0, 2], [0, 1]]),
        np.array([[np.nan, 1], [1, 1]]),
        np.zeros((0, 0)),
        sparse.csr_array(np.triu(np.ones((3, 3)))),
    ],
)
def test_as_gram_refuses_what_is_no_kernel_matrix(bad):
    with pytest.raises(ValueError, match="K must be"):
        as_gram(bad)


@pytest.fixture(params=["one by one", "blocks"])
def solver(request, monkeypatch):
    """Matrices of a test's size are solved as small or as large ones are."""
    if request.param == "blocks":
        monkeypatch.setattr(eigenvectors, "_LARGE", 200)
    return request.param


def with_spectrum(values, seed=0):
    """A symmetric matrix with these eigenvalues, and the eigenvectors, in the same order."""
    Q = np.linalg.qr(np.random.default_rng(seed).standard_normal((len(values),) * 2))[0]
    K = (Q * values) @ Q.T
    return (K + K.T) / 2, Q


FALLING = 0.9 ** np.arange(400.0)
SPECTRA = {
    "fast": 0.3 ** np.arange(400.0),
    "slow": np.append([3.0, 2.5, 2.0, 1.9, 1.8], 1.7 * 0.99 ** np.arange(395)),
    "clustered": np.concatenate([1 - 1e-4 * np.arange(5), [0.9, 0.8], FALLING[10:403]])[:400],
    "indefinite": np.concatenate([[3.0, 2.5, 2.0, 1.5, 1.2], np.linspace(-9, 1, 395)]),
    "repeated": np.concatenate([[2.0, 2.0, 2.0, 1.0, 1.0], 0.9 * FALLING[:395]]),
    "cut": np.concatenate([[2.0, 1.5], np.ones(8), 0.9 * FALLING[:390]]),
    "constant": np.ones(400),
    "zero": np.zeros(400),
}


@each("name, k", [(name, k) for name in SPECTRA for k in (2, 5)])
def test_blocks_find_what_lapack_finds(name, k, monkeypatch):
    gram = Dense(with_spectrum(SPECTRA[name])[0], centred=False)
    with monkeypatch.context() as patched:
        patched.setattr(eigenvectors, "_LARGE", 200)
        values, vectors = leading_eigenvectors(gram, k)
        patched.setattr(eigenvectors, "_solve", lambda gram, k: eigenvectors._solve_whole(gram))
        expected, basis = leading_eigenvectors(gram, k)
    np.testing.assert_allclose(values, expected, atol=1e-12)
    if name != "zero":
        np.testing.assert_allclose(vectors, basis, atol=1e-9)


@each("copies", [2, 8])
def test_a_cut_inside_a_repeated_eigenvalue_needs_not_the_whole(copies, monkeypatch):
    spectrum = np.concatenate([[2.0], np.ones(copies), 0.8 * 0.9 ** np.arange(699 - copies)])
    K, Q = with_spectrum(spectrum)
    gram = Dense(K, centred=False)
    expected = leading_eigenvectors(gram, 2)
    with monkeypatch.context() as patched:
        patched.setattr(eigenvectors, "_LARGE", 200)
        patched.delattr(eigenvectors, "_solve_whole")
        values, vectors = leading_eigenvectors(gram, 2)
    np.testing.assert_allclose(values, expected[0], atol=1e-12)
    np.testing.assert_allclose(vectors, expected[1], atol=1e-9)
    inside = Q[:, 1 : 1 + copies]
    assert np.linalg.norm(inside.T @ vectors[:, 1]) == pytest.approx(1)


def test_where_blocks_would_take_long_the_answer_is_the_same(monkeypatch):
    K, Q = with_spectrum(SPECTRA["slow"])
    monkeypatch.setattr(eigenvectors, "_LARGE", 200)
    monkeypatch.setattr(eigenvectors, "_MOST", 40)
    assert eigenvectors._solve_by_blocks(Dense(K, centred=False), 4) is None
    values, vectors = leading_eigenvectors(Dense(K, centred=False), 3)
    np.testing.assert_allclose(values, [3, 2.5, 2], atol=1e-12)
    np.testing.assert_allclose(np.abs((vectors * Q[:, :3]).sum(axis=0)), 1, atol=1e-9)


def test_leading_eigenvectors_are_those_of_lapack():
    F = np.random.default_rng(40).normal(size=(40, 12)) * np.arange(12, 0, -1)
    values, vectors = leading_eigenvectors(Factor(F), 5)
    literal = np.linalg.eigvalsh(reference.centred(F @ F.T))[::-1]
    np.testing.assert_allclose(values, literal[:5], rtol=1e-8)
    np.testing.assert_allclose(vectors.T @ vectors, np.eye(5), atol=1e-8)
    largest = np.abs(vectors).argmax(axis=0)
    assert (vectors[largest, np.arange(5)] > 0).all()
    values, vectors = leading_eigenvectors(Dense(np.eye(400)), 5)  # of a narrow kernel
    np.testing.assert_allclose(values, 1)
    np.testing.assert_allclose(vectors.sum(axis=0), 0, atol=1e-8)


def test_no_copy_of_a_repeated_eigenvalue_is_missed(solver):
    for seed in (22, 39, 53):
        r = np.random.default_rng(seed)
        blocks, m = int(r.integers(3, 9)), int(r.integers(40, 80))
        big = np.kron(np.eye(blocks), reference.gaussian(r.normal(size=(m, 2)), 0.1))
        values, vectors = leading_eigenvectors(Dense(big, centred=False), blocks)
        np.testing.assert_allclose(values, np.linalg.eigvalsh(big)[: -blocks - 1 : -1], rtol=1e-8)
        np.testing.assert_allclose(vectors.T @ vectors, np.eye(blocks), atol=1e-8)


def test_a_copy_that_one_start_of_arpack_misses_is_found(monkeypatch):
    K, Q = with_spectrum(SPECTRA["repeated"])
    eigsh, without = eigenvectors.eigsh, Dense(K - 2 * np.outer(Q[:, 0], Q[:, 0]), centred=False)
    monkeypatch.setattr(
        eigenvectors, "eigsh", lambda M, k, **how: eigsh(without if k > 1 else M, k, **how)
    )
    values, vectors = leading_eigenvectors(Dense(K, centred=False), 4)
    np.testing.assert_allclose(values, [2, 2, 2, 1])
    np.testing.assert_allclose(K @ vectors, vectors * values, atol=1e-8)


@each("m", [24, 300])
def test_the_basis_is_unique_where_symmetry_repeats_eigenvalues(m, solver):
    gap = np.minimum(np.arange(m), m - np.arange(m))
    K = np.array([np.roll(np.exp(-0.1 * gap**2), i) for i in range(m)])
    r = np.random.default_rng(0)
    noise = 1e-15 * r.normal(size=(m, m))
    one = leading_eigenvectors(Dense(K), 4)[1]
    two = leading_eigenvectors(Dense(K + noise + noise.T), 4)[1]
    np.testing.assert_allclose(one, two, atol=1e-6)


def sine(U, V):
    """Sine of the largest angle between the spans of two orthonormal bases."""
    return np.linalg.norm(U - V @ (V.T @ U), 2)


class Plain:
    """What is no Gram, as the weighted problem is none; counts the products."""

    def __init__(self, K):
        self.K, self.shape, self.dtype, self.products = K, K.shape, K.dtype, 0

    def product(self, V):
        self.products += 1
        return self.K @ V

    def matvec(self, v):
        return self.K @ np.ravel(v)

    def rows(self, idx):
        return self.K[idx]


SLOW = np.append([3.0, 2.5, 2.0], 1.8 * 0.99 ** np.arange(297))
INDEFINITE = np.concatenate([[3.0, 2.5, 2.0], np.linspace(-9, 1, 297)])


@each("values", [SLOW, INDEFINITE, 0.5 ** np.arange(300.0)])
@each("tol", [1e-3, 1e-7, 1e-10])
def test_the_span_is_as_near_as_was_asked(values, tol):
    K, Q = with_spectrum(values)
    found, U = leading_subspace(Dense(K, centred=False), 3, tol=tol)
    assert sine(U, Q[:, :3]) <= tol
    np.testing.assert_allclose(U.T @ U, np.eye(3), atol=1e-12)
    np.testing.assert_allclose(found, values[:3], atol=10 * tol**2 + 1e-12)


def test_four_products_have_to_do_and_a_start_near_the_span_saves_some():
    K, Q = with_spectrum(np.append([3.0, 2.5, 2.0], np.linspace(0.3, 0, 297)))
    plain = Plain(K)
    values, U = leading_subspace(plain, 3)
    assert plain.products == 4
    assert sine(U, Q[:, :3]) < 1e-3
    np.testing.assert_allclose(values, [3, 2.5, 2], atol=1e-6)
    K, _ = with_spectrum(SLOW)
    E, _ = with_spectrum(np.linspace(-1e-5, 1e-5, 300), seed=1)
    cold, warm = Plain(K + E), Plain(K + E)
    start = leading_eigenvectors(Dense(K, centred=False), 5)[1]
    expected = leading_subspace(cold, 3, tol=1e-7)[1]
    assert sine(leading_subspace(warm, 3, start=start, tol=1e-7)[1], expected) < 2e-7
    assert warm.products < cold.products


@each("spectrum", [np.ones(300), np.append([2.0, 1.0, 1.0], np.zeros(297))])
def test_without_a_gap_it_is_the_basis_of_leading_eigenvectors(spectrum):
    gram = Dense(with_spectrum(spectrum)[0], centred=False)
    found, expected = leading_subspace(gram, 2, tol=1e-8), leading_eigenvectors(gram, 2)
    np.testing.assert_allclose(found[0], expected[0], atol=1e-12)
    np.testing.assert_allclose(found[1], expected[1], atol=1e-6)


@each("first", [0, 1])
def test_a_start_that_is_an_eigenvector_hides_no_larger_one(first):
    K, Q = with_spectrum(np.append([3.0, 3.0 - first, 2.0], np.linspace(0.3, 0, 297)))
    gram = Dense(K, centred=False)
    found = leading_subspace(gram, 1, start=Q[:, 1:2], tol=1e-9)
    expected = leading_eigenvectors(gram, 1)
    np.testing.assert_allclose(found[0], expected[0], atol=1e-12)
    assert sine(found[1], expected[1]) < 1e-6  # where the two are equal, of the canonical basis


def run_with_two_threads(script):
    env = os.environ | {"OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2"}
    command = [sys.executable, "-W", "ignore", "-c", script]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300, env=env)
    assert run.returncode == 0, run.stderr


FORK = """
import os, signal, sys, threading
import depcluster.kernels  # which brings all libraries that have threads
from threadpoolctl import threadpool_info
from depcluster._utils.blas import one_blas_thread

def blas():
    return [p["num_threads"] for p in threadpool_info() if p["user_api"] == "blas"]

free, taken, done = blas(), threading.Event(), threading.Event()

def hold():
    with one_blas_thread():
        taken.set()
        done.wait()

threading.Thread(target=hold).start()
taken.wait()
child = os.fork()
if not child:
    signal.alarm(60)  # ends a child that waits for the thread it does not have
    with one_blas_thread():
        inside = blas()
    os._exit(not (blas() == free and set(inside) == {1}))
status = os.waitpid(child, 0)[1]
done.set()
sys.exit(f"the child ended as {status}" if status else 0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_fork_while_another_thread_has_the_limit_leaves_the_child_free():
    run_with_two_threads(FORK)


INTERRUPTS = """
import itertools, sys, threadpoolctl
import depcluster.kernels  # which brings all libraries that have threads
from depcluster._utils import blas

def threads():
    return [pool["num_threads"] for pool in threadpoolctl.threadpool_info()]

def interrupting(line):
    "A trace that interrupts at one of the lines that set the limit and take it back."
    count, files = itertools.count(), (blas.__file__, threadpoolctl.__file__)

    def trace(frame, event, _):
        if event == "line" and next(count) == line:
            raise KeyboardInterrupt
        return trace

    return lambda frame, event, _: trace if frame.f_code.co_filename in files else None

with blas.one_blas_thread():  # it looks for the libraries once
    inside = threads()
before, line, ended = threads(), 0, False
while not ended:
    sys.settrace(interrupting(line))
    try:
        with blas.one_blas_thread():
            pass
        ended = True
    except KeyboardInterrupt:
        line += 1
    finally:
        sys.settrace(None)
    if threads() != before:
        sys.exit(f"interrupted at line {line}, {threads()} are left of {before}")
sys.exit(0 if line > 20 and set(inside) == {1} else f"{line} lines, {inside}")
"""


def test_an_interrupt_anywhere_leaves_as_many_threads_as_there_were():
    run_with_two_threads(INTERRUPTS)


def test_no_thread_waits_for_another_to_have_one_blas_thread():
    def threads():
        return {pool["num_threads"] for pool in threadpool_info()}

    before, taken, done, seen = threads(), threading.Event(), threading.Event(), []

    def hold():
        with one_blas_thread():
            taken.set()
            seen.append(done.wait(60) and threads() <= {1})

    holder = threading.Thread(target=hold)
    holder.start()
    assert taken.wait(60)
    with one_blas_thread():
        with one_blas_thread():
            seen.append(threads() <= {1})
        seen.append(threads() <= {1})
    done.set()
    holder.join()
    assert seen == [True] * 3
    assert threads() == before
