"""All of the sweep, or of the callables with a word in: ``python tests/support/fuzz [word]``."""

import resource
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from fuzz.sweep import broken, calls

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (8 * 2**30, 8 * 2**30))
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    found = 0
    for call in calls():
        if word in f"{call.subpackage}.{call.name}":
            for line in broken(call):
                found += 1
                print(line, flush=True)
    sys.exit(found > 0)
