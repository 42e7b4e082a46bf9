# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Starts ipykernel for a Python context.

What native code and child processes write to descriptors 1 and 2 shows up in the running cell, in
order with what Python prints: before each of Python's own writes the pipes behind the descriptors are
emptied into the same stream. ipykernel's own capture does that in a thread of its own, and so mixes up
the order and loses what is written last. The daemon holds the pipes, too: when the kernel crashes it
finds there what was written last.
"""

import codecs
import ctypes
import faulthandler
import fcntl
import json
import os
import select
import sys
import termios
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
# As `python -m` would have it: IPython adds the current folder itself.
sys.path[:] = [p for p in sys.path if p not in ("", HERE)]

import importlib.util

import zmq
from ipykernel.iostream import OutStream
from ipykernel.ipkernel import IPythonKernel
from ipykernel.kernelapp import IPKernelApp
from jupyter_client.session import json_default, json_packer

DESCRIPTORS = {"stdout": 1, "stderr": 2}
READ_ENDS = dict(zip(DESCRIPTORS, map(int, os.environ.pop("OSB_NATIVE_FDS").split(","))))
for read_end in READ_ENDS.values():
    os.set_inheritable(read_end, False)

NOTHING = (0).to_bytes(4, sys.byteorder)
# So much text makes a message of its own, so that nobody has to hold a gigabyte at once.
LONGEST_TEXT = 1 << 20

libc = ctypes.CDLL(None)


def pack(message):
    """Bytes of a message; half a surrogate pair in a text would end the kernel's loop otherwise."""
    try:
        return json_packer(message)
    except UnicodeEncodeError:
        return json.dumps(message, default=json_default, allow_nan=False).encode()


class Stream(OutStream):
    """A stream of the kernel that takes along what is written to its descriptor."""

    def __init__(self, session, pub_thread, name, **options):
        options["watchfd"] = False
        super().__init__(session, pub_thread, name, **options)
        self._read_end = READ_ENDS[name]
        # Asked before every write. Of all the ways to ask, this call costs the least.
        self._readiness = select.epoll()
        self._readiness.register(self._read_end, select.EPOLLIN)
        self._native_waits = self._readiness.poll
        self._native_lock = threading.RLock()
        self._taking = False
        self._held = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        os.register_at_fork(after_in_child=self._forget_native)
        threading.Thread(target=self._watch, daemon=True, name=f"native {name}").start()

    def fileno(self):
        return DESCRIPTORS[self.name]

    def write(self, string):
        # The hot path of print(): no call more than needed.
        if self._native_waits(0, 1) or self._taking:
            self._take_native()
        if type(string) is str and len(string) + self._held <= LONGEST_TEXT:
            written = OutStream.write(self, string)
            self._held += len(string)
            return written
        if not isinstance(string, str) or len(string) <= LONGEST_TEXT:
            return self._write(string)
        for start in range(0, len(string), LONGEST_TEXT):
            self._write(string[start : start + LONGEST_TEXT])
        return len(string)

    def flush(self):
        if self._read_end is not None:
            libc.fflush(None)
            self._take_native()
        # The kernel asks for it six times in a cell; each time two threads wait for each other.
        if self._held or self._read_end is None:
            self._held = 0
            super().flush()
            self._await_sending()

    def _await_sending(self):
        # ipykernel's flush ends when the text is in the queue of the thread that sends. A native call that keeps the
        # interpreter to itself would then come first, and nobody would see what was printed before it.
        thread = self.pub_thread.thread
        if thread is not None and thread.is_alive() and thread.ident != threading.get_ident():
            sent = threading.Event()
            self.pub_thread.schedule(sent.set)
            sent.wait(self.flush_timeout)

    def _write(self, string):
        written = super().write(string)
        self._held += len(string)
        if self._held > LONGEST_TEXT:
            self._held = 0
            super().flush()
        return written

    def _take_native(self):
        read_end = self._read_end
        if read_end is None:
            return
        with self._native_lock:
            self._taking = True
            try:
                waiting = int.from_bytes(fcntl.ioctl(read_end, termios.FIONREAD, NOTHING), sys.byteorder)
                if waiting:
                    self._write(self._decoder.decode(os.read(read_end, waiting)))
            finally:
                self._taking = False

    def _watch(self):
        # A program that writes for minutes is seen while it runs.
        poll = select.poll()
        poll.register(self._read_end, select.POLLIN)
        while self._read_end is not None:
            poll.poll()
            # Last words before a crash stay in the pipe, where the daemon finds them.
            time.sleep(0.02)
            self._take_native()

    def _forget_native(self):
        # In a forked child: the pipes belong to the kernel, and its locks may be held by nobody.
        self._read_end = None
        self._native_waits = lambda *_: None
        self._buffer_lock = threading.RLock()


def load_inspection():
    """Our own module, which no module of the user can hide or be hidden by."""
    spec = importlib.util.spec_from_file_location("_opensandbox_inspection", os.path.join(HERE, "inspection.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Kernel(IPythonKernel):
    """Answers what variables there are, besides the questions of the Jupyter protocol."""

    def __init__(self, **options):
        super().__init__(**options)
        self._inspection = None
        self.shell_handlers["opensandbox_variables_request"] = self._variables
        self.shell_handlers["opensandbox_table_request"] = self._table

    def _publish_execute_input(self, code, parent, execution_count):
        """Nobody but the daemon, which sent it, would read it."""

    def _answer(self, stream, ident, parent, kind, look):
        if self._inspection is None:
            self._inspection = load_inspection()
        try:
            content = {"status": "ok", "answer": look(self._inspection, self.shell.user_ns, self.shell.user_ns_hidden)}
        except BaseException as error:
            content = {"status": "error", "ename": type(error).__name__}
        self.session.send(stream, kind, content, parent, ident)

    async def _variables(self, stream, ident, parent):
        self._answer(stream, ident, parent, "opensandbox_variables_reply",
                     lambda module, names, hidden: module.variables(names, hidden))

    async def _table(self, stream, ident, parent):
        self._answer(stream, ident, parent, "opensandbox_table_reply",
                     lambda module, names, hidden: module.table(
                         names, hidden, parent["content"], self.shell.execution_count))


class KernelApp(IPKernelApp):
    def init_iopub(self, context):
        # By default a publisher drops what exceeds a thousand messages.
        context.setsockopt(zmq.SNDHWM, 0)
        super().init_iopub(context)


def main():
    faulthandler.enable(file=sys.__stderr__)
    app = KernelApp.instance(capture_fd_output=False)
    app.outstream_class = f"{__name__}.Stream"
    app.kernel_class = Kernel
    app.config.Session.packer = f"{__name__}.pack"
    # The end of a cell is its idle state, which comes after all of its output: no need to sleep for that.
    app.config.IPythonKernel._execute_sleep = 0
    # What was typed is kept for the life of the kernel; the disk would be waited for in each cell.
    app.config.HistoryManager.hist_file = ":memory:"
    app.initialize()
    app.start()


if __name__ == "__main__":
    main()
