"""Saved pages whose stored state is not what a widget wrote."""

import json
import re

SAVED = re.compile(r'(?<=<script type="application/json" id="saved">).*?(?=</script>)', re.DOTALL)


def rewriter(path):
    """What writes a saved page anew, its widget's state changed."""
    text = path.read_text(encoding="utf-8")

    def write(change):
        saved = json.loads(SAVED.search(text)[0])
        change(saved["states"][saved["first"]])
        other = json.dumps(saved).replace("<", "\\u003c")
        path.write_text(SAVED.sub(lambda _: other, text), encoding="utf-8")

    return write


def traits(**values):
    return lambda state: state.update(values)
