"""Record the studies that take too long to be run while one waits.

    DEPCLUSTER_DATA=folder python benchmarks/studies.py SUBJECT [STUDY ...] [--sets SET ...]
        [--draws N]

    python benchmarks/studies.py song2007 "Table 1" --sets iris wine

A paper's studies go into its table of records in `depcluster.reproduction`, set by set, as soon as
a set is done; `kernel_choice` and `bridges` into the records of the page on choosing a kernel,
`cluster_test`, `compare_n_clusters` and `designs` into benchmarks/records, for the page on error
rates. One BLAS thread. With --draws only the first N draws are made, and what they give is printed,
not recorded: how many draws there are belongs to the protocol.
"""

from __future__ import annotations

import argparse
import time
from importlib import import_module

import numpy as np
from threadpoolctl import threadpool_limits

from depcluster._utils.progress import progress
from depcluster.reproduction import header, record

PAPERS = ("blaschko2008", "jenssen2006", "song2007", "sugiyama2011", "zhong2010")
PAGES = ("kernel_choice", "bridges", "cluster_test", "compare_n_clusters", "designs")


def rows_of(study, measure, name, n_draws):
    """The rows of a set: (set, protocol, method, metric, values), all draws of a row together.

    Of a row with one draw of several numbers these are the values.
    """
    found = {}
    for seed in progress(range(n_draws), f"{study.name}, {name}", verbose=1):
        for protocol, method, metric, value in measure(name, seed):
            found.setdefault((name, protocol, method, metric), []).append(value)
    for key, values in found.items():
        yield *key, values[0] if len(values) == 1 and np.ndim(values[0]) else values


def run_studies(parts, studies, sets, n_draws):
    """Measure the sets of some studies of a paper, and record them unless draws are left out."""
    for study, (measure, of_study) in parts.items():
        for name in of_study if not studies or study.name in studies else ():
            if sets and name not in sets:
                continue
            begun = time.process_time()
            rows = list(rows_of(study, measure, name, study.seeds if n_draws is None else n_draws))
            if n_draws is None:
                record(study, rows)
            for *names, values in rows:
                if not isinstance(values[0], str):
                    print(*names, np.round(np.mean(np.asarray(values, float), axis=0), 3))
            print(f"{study.name}, {name}: {time.process_time() - begun:.0f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("subject", choices=[*PAPERS, *PAGES])
    parser.add_argument("studies", nargs="*", help="of a paper; all if left out")
    parser.add_argument("--sets", nargs="+", help="of the studies; all if left out")
    parser.add_argument("--draws", type=int, help="only so many, and nothing is recorded")
    options = parser.parse_args()
    module = import_module(f"recorded.{options.subject}")
    print(header())
    page = options.subject in PAGES
    studies = {} if page else {study.name: sets for study, (_, sets) in module.PARTS.items()}
    sets = module.SETS if page else sorted({name for of in studies.values() for name in of})
    for what, asked, there in (("study", options.studies, studies), ("set", options.sets, sets)):
        if wrong := set(asked or ()) - set(there):
            listed = ", ".join(map(repr, there)) or "none"
            parser.error(f"no {what} {', '.join(map(repr, wrong))}; there are {listed}")
    with threadpool_limits(1):
        if page:
            return module.run(options.sets, options.draws)
        run_studies(module.PARTS, options.studies, options.sets, options.draws)


if __name__ == "__main__":
    main()
