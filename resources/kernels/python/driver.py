# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Starts ipykernel for a Python context.

What native code and child processes write to descriptors 1 and 2 shows up in the running cell, in
order with what Python prints: before each of Python's own writes the pipes behind the descriptors are
emptied into the same stream. ipykernel's own capture does that in a thread of its own, and so mixes up
the order and loses what is written last. The daemon holds the pipes, too: when the kernel crashes it
finds there what was written last.
"""

import asyncio
import codecs
import collections
import contextlib
import ctypes
import faulthandler
import fcntl
import inspect
import json
import os
import select
import signal
import site
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
MOST_BEHIND = 8
KEPT_QUEUES = 8
NO_QUEUE = (object(), None)

libc = ctypes.CDLL(None)


def pack(message):
    """Bytes of a message; half a surrogate pair in a text would end the kernel's loop otherwise."""
    try:
        return json_packer(message)
    except UnicodeEncodeError:
        return json.dumps(message, default=json_default, allow_nan=False).encode()


class Stream(OutStream):
    """A stream of the kernel that takes along what is written to its descriptor.

    What is written waits in a queue of its run until the thread that publishes takes it. Appending and taking need no
    lock, which makes print() cheap.
    """

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
        self._header_here = self._parent_header.get
        self._queues = []  # of the last runs: the header and what is written, in pieces
        self._current = NO_QUEUE  # the header and how to append
        self._held = 0  # characters since the last flush
        self._behind = 0  # flushes that were asked for without waiting
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        os.register_at_fork(after_in_child=self._forget_native)
        threading.Thread(target=self._watch, daemon=True, name=f"native {name}").start()

    def fileno(self):
        return DESCRIPTORS[self.name]

    def close(self):
        super().close()
        self._current = NO_QUEUE

    def write(self, string):
        # The hot path of print(): no call more than needed.
        if self._native_waits(0, 1) or self._taking:
            self._take_native()
        header, append = self._current
        if self._header_here(None) is header and type(string) is str:
            length = len(string)
            if length <= LONGEST_TEXT:
                append(string)
                self._held += length
                if not self._flush_pending:
                    self._schedule_flush()
                elif self._held > LONGEST_TEXT:
                    self._flush_soon()
                return length
        return self._write(string)

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

    def _flush_soon(self):
        """What is printed goes on while it is sent, unless it is printed faster for long."""
        self._held = 0
        with self._buffer_lock:
            self._behind += 1
            wait = self._behind > MOST_BEHIND
        if wait:
            super().flush()
        else:
            self.pub_thread.schedule(self._flush)

    def _write(self, string):
        if not isinstance(string, str) or self._read_end is None or self.pub_thread is None:
            return super().write(string)
        header = self.parent_header
        with self._buffer_lock:
            queue = next((queue for known, queue in self._queues if known is header or known == header), None)
            if queue is None:
                queue = collections.deque()
                # A thread may be about to append to one of the last ones.
                self._queues = [entry for entry in self._queues[:-KEPT_QUEUES] if entry[1]] + self._queues[-KEPT_QUEUES:]
                self._queues.append((header, queue))
        self._current = header, queue.append
        for start in range(0, len(string), LONGEST_TEXT):
            piece = string[start : start + LONGEST_TEXT]
            queue.append(piece)
            self._held += len(piece)
            if self._held > LONGEST_TEXT:
                self._flush_soon()
        if not self._flush_pending:
            self._schedule_flush()
        return len(string)

    def _flush_buffers(self):
        with self._buffer_lock:
            self._behind = 0
            queues = list(self._queues)
        for header, queue in queues:
            text = "".join([queue.popleft() for _ in range(len(queue))])
            for start in range(0, len(text), LONGEST_TEXT):
                yield header, text[start : start + LONGEST_TEXT]
        # Of a forked child.
        yield from super()._flush_buffers()

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
        # In a forked child: the pipes belong to the kernel, and its locks may be held by nobody. What waits to be
        # published is published by the kernel.
        self._read_end = None
        self._native_waits = lambda *_: None
        self._buffer_lock = threading.RLock()
        self._queues = []
        self._current = NO_QUEUE


def load_own(name):
    """A module of ours, which no module of the user can hide or be hidden by."""
    spec = importlib.util.spec_from_file_location(f"_opensandbox_{name}", os.path.join(HERE, f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def leave_out_own_frames(error):
    """Where our streams were interrupted or refused something, for the user it is the line that called them."""
    seen = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        place = error.__traceback__
        while place is not None:
            following = place.tb_next
            if following is not None and following.tb_frame.f_code.co_filename == __file__:
                place.tb_next = following = None
            place = following
        error = error.__cause__ or error.__context__


class Kernel(IPythonKernel):
    """Answers what variables there are, besides the questions of the Jupyter protocol."""

    def __init__(self, **options):
        super().__init__(**options)
        self._inspection = None
        self._beginning = False  # with a request, but interrupts are still taken by note_interrupt()
        self._interrupted = False  # meanwhile
        # An attribute of the one shell: libraries ask for the name of its class.
        found = self.shell._get_exc_info

        def shown(*arguments, **options):
            info = found(*arguments, **options)
            leave_out_own_frames(info[1])
            return info

        self.shell._get_exc_info = shown
        self._figures = None
        self._figure_style = None  # that the client of the run wants
        self._format = self.shell.display_formatter.format
        self.shell.display_formatter.format = self._format_output
        self.shell_handlers["opensandbox_variables_request"] = self._variables
        self.shell_handlers["opensandbox_table_request"] = self._table
        for kind, handler in self.shell_handlers.items():
            if kind != "execute_request":  # do_execute() does so
                self.shell_handlers[kind] = self._interruptible(handler)

    def _publish_status(self, status, *arguments, **options):
        if status == "busy" and threading.current_thread() is threading.main_thread():
            self._interrupted = False
            self._beginning = True
        super()._publish_status(status, *arguments, **options)

    def pre_handler_hook(self):
        """Here nobody would catch a KeyboardInterrupt, and it would end the kernel."""

    def post_handler_hook(self):
        self._only_note_interrupts()

    def note_interrupt(self, number, frame):
        """Instead of ignoring it: the run it is meant for may be about to begin."""
        self._interrupted = self._beginning

    def _only_note_interrupts(self):
        try:
            signal.signal(signal.SIGINT, self.note_interrupt)
        except BaseException:  # of the handler so far, for what has just come: nothing has been set
            signal.signal(signal.SIGINT, self.note_interrupt)
            raise

    def _interruptible(self, handler):
        """A handler which an interrupt ends. The kernel catches that."""
        async def handle(*arguments):
            try:
                signal.signal(signal.SIGINT, signal.default_int_handler)
                result = handler(*arguments)
                if inspect.isawaitable(result):
                    await result
            finally:
                self._only_note_interrupts()

        return handle

    def _input_request(self, *arguments, **options):
        while True:
            try:
                return super()._input_request(*arguments, **options)
            except zmq.ZMQError as error:
                # Right after its start the daemon may not be connected to this channel yet.
                if error.errno != zmq.EHOSTUNREACH:
                    raise
            time.sleep(0.01)

    @contextlib.contextmanager
    def _cancel_on_sigint(self, future):
        """An interrupt only cancels what a cell with `await` waits for; what it does itself would go on."""
        try:
            with super()._cancel_on_sigint(future):
                cancel = signal.getsignal(signal.SIGINT)
                loop = asyncio.get_running_loop()
                # In these two a KeyboardInterrupt is caught: the cell's own, and the one that waits for it.
                safe = (future, asyncio.current_task())

                def interrupt(number, frame):
                    place = frame
                    while place is not None and place.f_globals is not self.shell.user_ns:
                        place = place.f_back
                    if place is None:
                        cancel(number, frame)
                        # What was just scheduled does not end the sleep of the loop.
                        loop.call_soon_threadsafe(int)
                    elif asyncio.current_task(loop) in safe:
                        signal.default_int_handler(number, frame)
                    else:  # it would end the loop, and the kernel with it
                        future.cancel()  # at once: what the cell waits for besides may be next
                        raise asyncio.CancelledError

                signal.signal(signal.SIGINT, interrupt)
                yield
        except KeyboardInterrupt:
            future.cancel()  # or the cell would begin after its end
            raise

    async def do_execute(self, code, *arguments, **options):
        # Before and after this an interrupt has nothing to stop, and would take the reply away with it.
        try:
            try:
                signal.signal(signal.SIGINT, signal.default_int_handler)
                self._beginning = False
                self._figure_style = self.get_parent("shell").get("metadata", {}).get("opensandbox_figures")
                if self._interrupted:
                    self._only_note_interrupts()
                    code = "raise KeyboardInterrupt"
                return await super().do_execute(code, *arguments, **options)
            finally:
                self._only_note_interrupts()
        except KeyboardInterrupt:
            # It came beside the code, before its first line or after its last one.
            self._only_note_interrupts()
            return {"status": "error", "ename": "KeyboardInterrupt", "evalue": "", "traceback": [], "payload": [],
                    "user_expressions": {}, "execution_count": self.execution_count}

    def _format_output(self, thing, *arguments, **options):
        """Data and metadata of an output. Figures are drawn as the client of the run wants them."""
        style = self._figure_style
        library = sys.modules.get("matplotlib.figure")
        if style is None or library is None or not isinstance(thing, library.Figure):
            return self._format(thing, *arguments, **options)
        if self._figures is None:
            self._figures = load_own("figures")
        return self._figures.show(lambda figure: self._format(figure, *arguments, **options), thing, style)

    def _publish_execute_input(self, code, parent, execution_count):
        """Nobody but the daemon, which sent it, would read it."""

    def _answer(self, stream, ident, parent, kind, look):
        if self._inspection is None:
            self._inspection = load_own("inspection")
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


def tell_threads_their_run():
    """What a thread prints belongs to the run that started it, whatever runs by then.

    ipykernel sees to that for threads that are given a function, but not for classes that say themselves what to run,
    such as timers.
    """
    streams = [stream for stream in (sys.stdout, sys.stderr) if isinstance(stream, Stream)]
    start = threading.Thread.start

    def start_with_headers(self):
        headers = [stream.parent_header for stream in streams]
        own = self.__dict__.get("run")
        run = self.run

        def run_with_headers():
            if own is None:
                del self.run
            else:
                self.run = own
            for stream, header in zip(streams, headers):
                if header:
                    stream._parent_header.set(header)
            run()

        self.run = run_with_headers
        start(self)

    threading.Thread.start = start_with_headers


class KernelApp(IPKernelApp):
    def init_iopub(self, context):
        # By default a publisher drops what exceeds a thousand messages.
        context.setsockopt(zmq.SNDHWM, 0)
        super().init_iopub(context)

    def init_kernel(self):
        super().init_kernel()
        signal.signal(signal.SIGINT, self.kernel.note_interrupt)
        tell_threads_their_run()

    def init_control(self, context):
        super().init_control(context)
        # A question that nobody gets is an error, and not lost without a word.
        self.stdin_socket.setsockopt(zmq.ROUTER_MANDATORY, 1)


def make_user_site():
    """What pip installs into the home is found at once; a folder that comes later would be seen after a restart only."""
    try:
        folder = site.getusersitepackages()
        os.makedirs(folder, exist_ok=True)
        if site.ENABLE_USER_SITE and folder not in sys.path:
            site.addsitedir(folder)
    except OSError:
        pass  # A home that cannot be written has no packages either.


def main():
    faulthandler.enable(file=sys.__stderr__)
    make_user_site()
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
