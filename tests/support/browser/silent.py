"""A plain page whose Python hears nothing until it may: no clock says how long."""

KEPT = """() => {
  const send = socket.send.bind(socket), kept = [];
  socket.send = (message) => { kept.push(message); };
  window.hearAgain = () => {
    socket.send = send;
    kept.forEach((message) => send(message));
  };
}"""


def silence(notebook):
    """Keep what the page tells Python until `hear_again`; nothing may be asked of it meanwhile."""
    notebook.page.evaluate(KEPT)


def hear_again(notebook):
    notebook.page.evaluate("window.hearAgain()")
