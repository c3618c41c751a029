"""The Python behind a plain page: it runs code, and its widgets talk through one WebSocket.

A process of its own, which prints its address and ends with its standard input. Every page that
connects begins anew. Code and messages are taken in turn, in the thread of the running loop.
"""

import ast
import asyncio
import html
import json
import struct
import sys
import threading
import traceback
from pathlib import Path

import comm
from comm.base_comm import BaseComm
from jupyter_client.jsonutil import json_default
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, RequestHandler
from tornado.websocket import WebSocketHandler

PAGE = Path(__file__).with_name("plain.html")


class PageComm(BaseComm):
    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        tell(msg_type, buffers or [], comm=self.comm_id, data=data or {}, parent=Kernel.parent)


if __name__ == "__main__":  # pytest imports this file, too, in search of doctests
    comm.create_comm = PageComm

import ipywidgets  # noqa: E402

import depcluster.widgets  # noqa: E402, F401, so that no test waits for it


def tell(kind, buffers=(), **told):
    """Send to the page from any thread."""
    parts = [bytes(each) for each in buffers]
    told |= {"kind": kind, "lengths": [len(part) for part in parts]}
    head = json.dumps(told, default=json_default, allow_nan=False).encode()
    message = b"".join([struct.pack("<I", len(head)), head, *parts])
    if threading.current_thread() is threading.main_thread():
        write(Kernel.page, message)
    else:
        Kernel.loop.call_soon_threadsafe(write, Kernel.page, message)


def write(page, message):
    if page is not None and page is Kernel.page:
        page.write_message(message, binary=True)


def tell_error(error):
    tell("error", text="".join(traceback.format_exception(error)))


def show(value):
    """Show what a cell's last line gives; the picture that a notebook stores is not drawn."""
    if isinstance(value, ipywidgets.Widget):
        tell("display", model=value.model_id)
    elif value is not None:
        has_html = hasattr(value, "_repr_html_")
        tell("display", html=value._repr_html_() if has_html else html.escape(repr(value)))


def run(code, value, is_cell):
    """Run code, show what the last line of a cell gives, and return `value` as text."""
    tree = ast.parse(code, "<cell>")
    last = tree.body.pop() if is_cell and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), Kernel.names)
    if last is not None:
        show(eval(compile(ast.Expression(last.value), "<cell>", "eval"), Kernel.names))
    return repr(eval(value, Kernel.names))


class Kernel(WebSocketHandler):
    page = None
    parent = None  # the message that is being answered
    names = None
    loop = None

    def open(self):
        Kernel.page = None
        ipywidgets.Widget.close_all()
        Kernel.page, Kernel.names = self, {"__name__": "__main__"}

    def on_close(self):
        if Kernel.page is self:
            Kernel.page = None
            ipywidgets.Widget.close_all()

    def on_message(self, message):
        (length,) = struct.unpack("<I", message[:4])
        asked = json.loads(message[4 : 4 + length])
        buffers, at = [], 4 + length
        for size in asked["lengths"]:
            buffers.append(memoryview(message)[at : at + size])
            at += size
        Kernel.parent = asked["id"]
        try:
            told = getattr(self, asked["kind"])(asked, buffers)
        finally:
            Kernel.parent = None
        tell("answer", id=asked["id"], **told)

    def run(self, asked, buffers):
        try:
            return {"value": run(asked["code"], asked["value"], asked["is_cell"])}
        except Exception:
            return {"error": traceback.format_exc()}

    def comm(self, asked, buffers):
        to = comm.get_comm_manager().comms.get(asked["comm"])
        try:
            if to is not None:  # else it was closed meanwhile
                to.handle_msg({"content": {"data": asked["data"]}, "buffers": buffers})
        except Exception as error:
            tell_error(error)
        return {}


class Page(RequestHandler):
    def get(self):
        self.set_header("Cache-Control", "no-store")
        self.finish(PAGE.read_bytes())


async def main():
    Kernel.loop = loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, told: tell_error(told["exception"]))
    threading.excepthook = lambda told: tell_error(told.exc_value)
    sockets = bind_sockets(0, "127.0.0.1")
    server = HTTPServer(
        Application(
            [("/", Page), ("/kernel", Kernel)], websocket_max_message_size=2**27, log_function=str
        )
    )
    server.add_sockets(sockets)
    print(f"http://127.0.0.1:{sockets[0].getsockname()[1]}", flush=True)
    sys.stdout = sys.stderr  # nobody reads on
    end = asyncio.Event()
    loop.add_reader(sys.stdin, end.set)
    await end.wait()


if __name__ == "__main__":
    asyncio.run(main())
