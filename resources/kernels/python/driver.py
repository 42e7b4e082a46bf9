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
import fcntl
import os
import select
import struct
import sys
import termios
import threading

# As `python -m` would have it: IPython adds the current folder itself.
sys.path[:] = [p for p in sys.path if p not in ("", os.path.dirname(os.path.abspath(__file__)))]

from ipykernel.iostream import OutStream
from ipykernel.kernelapp import IPKernelApp

DESCRIPTORS = {"stdout": 1, "stderr": 2}
READ_ENDS = dict(zip(DESCRIPTORS, map(int, os.environ.pop("OSB_NATIVE_FDS").split(","))))
for read_end in READ_ENDS.values():
    os.set_inheritable(read_end, False)

libc = ctypes.CDLL(None)


class Stream(OutStream):
    """A stream of the kernel that takes along what is written to its descriptor."""

    def __init__(self, session, pub_thread, name, **options):
        options["watchfd"] = False
        super().__init__(session, pub_thread, name, **options)
        self._read_end = READ_ENDS[name]
        self._native_lock = threading.RLock()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        os.register_at_fork(after_in_child=self._forget_native)
        threading.Thread(target=self._watch, daemon=True, name=f"native {name}").start()

    def fileno(self):
        return DESCRIPTORS[self.name]

    def write(self, string):
        self._take_native()
        return super().write(string)

    def flush(self):
        if self._read_end is not None:
            libc.fflush(None)
            self._take_native()
        super().flush()

    def _take_native(self):
        if self._read_end is None:
            return
        with self._native_lock:
            waiting = struct.unpack("i", fcntl.ioctl(self._read_end, termios.FIONREAD, b"\0\0\0\0"))[0]
            if waiting:
                super().write(self._decoder.decode(os.read(self._read_end, waiting)))

    def _watch(self):
        # A program that writes for minutes is seen while it runs.
        poll = select.poll()
        poll.register(self._read_end, select.POLLIN)
        while self._read_end is not None:
            poll.poll()
            self._take_native()

    def _forget_native(self):
        # In a forked child: the pipes belong to the kernel, and its locks may be held by nobody.
        self._read_end = None
        self._buffer_lock = threading.RLock()


def main():
    app = IPKernelApp.instance(capture_fd_output=False)
    app.outstream_class = f"{__name__}.Stream"
    app.initialize()
    app.start()


if __name__ == "__main__":
    main()
