"""The page of an explorer under V8, without a browser or a document."""

import json

import numpy as np
from engine import PLAIN, V8
from explorers import ANSWERS

from depcluster.widgets.base.bundle import script
from depcluster.widgets.base.widget import Widget
from depcluster.widgets.explorer.fit_message import FitMessage

PAGE = """
const revived = (key, value) => (value?.bytes ? Uint8Array.from(value.bytes) : value);
const plain = %s, state = {}, set = new Set();
let isAsked;
const put = (text) => { Object.assign(state, JSON.parse(text, revived)); };
put(%s);
const model = {
  get: (name) => state[name],
  set(name, value) {
    isAsked ||= typeof value !== "object" && value !== state[name];
    state[name] = value;
    set.add(name);
  },
};
const told = fitMessages.createFitMessages(model, {});
const page = answers[%r](model, told.heard);
function run(most) {
  const found = [];
  do {
    isAsked = false;
    for (const step of page.steps()) {
      if (step === undefined || typeof step === "symbol" || step.doing) continue;
      found.push(step);
      if (step.answer) told.tell(page.found());
      if (found.length === most) return found;
    }
    if (isAsked) page.begin(); // a control that it set itself asks anew
  } while (isAsked);
  return found;
}
"""


class Page:
    """What an explorer's page computes, and what it and Python tell each other."""

    def __init__(self, explorer):
        folder, create = next(at for kind, at in ANSWERS.items() if isinstance(explorer, kind))
        self.explorer, self._context = explorer, V8()
        self._names = set(explorer.keys) - set(Widget.class_trait_names(sync=True)) | {"_python"}
        self._known = explorer.get_state(self._names)
        self.script(f"{folder}/answers.js", "answers")
        self.script("explorer/parts/fit_messages.js", "fitMessages")
        self._context.eval(PAGE % (PLAIN, _text(self._known), create))

    def script(self, path, name):
        """Have the exports of a module as a variable."""
        self._context.eval(script(path, name))

    def eval(self, source):
        """The value of some JavaScript."""
        return json.loads(self._context.eval(f"JSON.stringify({source}, plain) ?? 'null'"))

    def put(self, **state):
        """Set traits of the model as a message does."""
        self._context.eval(f"put({_text(state)})")

    def hear(self, *names, is_drawn=False):
        """Take what Python has changed, but for labels, and more; `is_drawn` while one draws."""
        kinds = self.explorer.traits()
        now = self.explorer.get_state(
            {name for name in self._names if not isinstance(kinds[name], FitMessage)}
        )
        changed = {k: v for k, v in now.items() if k in names or v != self._known[k]}
        self.put(**changed, _isDrawn=is_drawn)
        self._known |= now
        self._context.eval("page.load?.()")

    def move(self, **controls):
        """Set controls in Python and on the page, as a new move of a hand."""
        self._context.eval("page.begin()")
        for name, value in controls.items():
            setattr(self.explorer, name, value)
        self.hear(*controls)
        return self

    def steps(self, most=-1):
        """What it shows, one after the other."""
        return self.eval(f"run({most})")

    def first(self):
        """The first answer."""
        return self.steps(1)[0]["answer"]

    def settled(self):
        """The answer that it ends with, and what came behind."""
        shown = {}
        for step in self.steps():
            assert "refused" not in step, step
            shown |= step.get("answer") or step.get("more") or {}
        return shown

    def told(self):
        """What the page has set, by trait, as a message brings it."""
        found = self.eval("Object.fromEntries([...set].map((name) => [name, state[name]]))")
        return {
            name: {**value, "labels": bytes(value["labels"])} if isinstance(value, dict) else value
            for name, value in found.items()
        }

    def tell(self):
        """Let Python hear of it."""
        self.explorer.set_state(self.told())


def _text(state):
    """A script's string with some traits."""
    return json.dumps(json.dumps(state, default=_plain))


def _plain(value):
    if isinstance(value, bytes | memoryview):
        return {"bytes": list(bytes(value))}
    return np.asarray(value).tolist()
