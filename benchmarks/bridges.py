"""Two moons and a bridge of ten points: what kernels find, and which of them judges prefer.

    python benchmarks/bridges.py [--draws N]

Twenty draws of the moons without a bridge, with one across the gap and with one from tip to tip,
after 60 searches, and after ten with a bridge. The record is what the notebook on choosing a
kernel reads; the labels are kept for the draws that it shows.
"""

from __future__ import annotations

import argparse
from itertools import product

from record import write

from depcluster.lessons import choosing_a_kernel as bridged
from depcluster.reproduction import header


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draws", type=int, default=20)
    draws = parser.parse_args().draws
    kinds = [(0, "across the gap", 60)]
    kinds += [(10, bridge, n_init) for bridge, n_init in product(bridged.ENDS, (60, 10))]
    runs = {}
    for (count, bridge, n_init), seed in product(kinds, range(draws)):
        held = bridged.run(count, bridge, seed, n_init)
        if seed not in bridged.DRAWS or n_init != 60:
            del held["labels"]
        runs[bridged.key(count, bridge, seed, n_init)] = held
        print(bridged.key(count, bridge, seed, n_init), held["ari"])
    write({"recorded": header(), "draws": draws, "runs": runs}, bridged.RECORD, indent=0)


if __name__ == "__main__":
    main()
