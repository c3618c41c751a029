"""All of the sweep, or what matches a word: ``python tests/support/hostile [word]``."""

import resource
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from hostile.sweep import cases, is_broken, run, shown, table

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (8 * 2**30, 8 * 2**30))
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    found = []
    for case in cases():
        if word in f"{case[0].subpackage}.{case[0].name}({case[1]}={case[2]})":
            which, words = run(case)
            found.append((case, which))
            if is_broken(which):
                print(f"{which:14} {shown(case, words)}", flush=True)
    print(table(found))
    sys.exit(any(is_broken(which) for _, which in found))
