"""A front end by itself: in a page with a model that only holds values and hears of events."""

import base64

_BARE = """async ([script, styles, states]) => {
  const module = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  const bytes = (text) => new DataView(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
  const whole = (value) => (Array.isArray(value) ? value.map(whole)
    : value?.bytes !== undefined ? bytes(value.bytes)
    : value && typeof value === "object"
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, whole(each)]))
      : value);
  const heard = new Map(), nothing = () => {};
  const modelOf = (id) => {
    const values = whole(states[id]);
    return {
      get: (name) => values[name], set: nothing, save_changes: nothing, send: nothing,
      on(name, call) { heard.set(call, [...(heard.get(call) ?? []), name]); },
      off(name, call) { heard.set(call, (heard.get(call) ?? []).filter((each) => each !== name)); },
      widget_manager: { get_model: async (other) => modelOf(other) },
    };
  };
  const host = document.createElement("div"), style = document.createElement("style");
  style.textContent = styles;
  document.head.append(style);
  const events = () => [...heard.values()].flat();
  return { module, model: modelOf(Object.keys(states)[0]), host, events };
}"""


def enter(page, widget, then, others=()):
    """Load a widget's front end into a page and call `then` with it, a function in JavaScript.

    `then` is given ``{ module, model, host, events }``: what the front end exports, its model, an
    element that stands in no page yet, and a function that lists the names of events that are
    listened to. `others` are widgets whose models it asks for.
    """
    states = {each.model_id: _state(each) for each in (widget, *others)}
    call = f"async (given) => ({then})(await ({_BARE})(given))"
    return page.evaluate(call, [widget._esm, widget._css, states])


def _state(widget):
    keys = [key for key in widget.keys if key not in {"layout", "_esm", "_css"}]
    return _sendable(widget.get_state(keys))


def _sendable(value):
    if isinstance(value, bytes | bytearray | memoryview):
        return {"bytes": base64.b64encode(value).decode("ascii")}
    if isinstance(value, dict):
        return {name: _sendable(each) for name, each in value.items()}
    return [_sendable(each) for each in value] if isinstance(value, list | tuple) else value
