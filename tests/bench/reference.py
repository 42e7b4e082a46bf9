# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
"""What a bare Jupyter kernel takes on this machine: seconds on standard output.

reference.py start        from nothing to the output of a first cell, in a bare bubblewrap namespace
reference.py daemon EXECD KERNELS
                          from nothing to the first answer of that daemon, in bubblewrap with namespaces of all kinds
reference.py output CODE  from sending a cell to the end of its output
reference.py roundtrip    for each line on standard input, from sending 1+1 to its reply and the idle state after it
"""
import os
import socket
import subprocess
import sys
import tempfile
import time

from jupyter_client.manager import KernelManager

# The process list stays shared: a kernel that finds process 1 to be its parent takes its client for dead.
BWRAP = ["bwrap", "--unshare-user", "--unshare-ipc", "--unshare-uts", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--bind", "/tmp", "/tmp"]


def run(client, code):
    identifier = client.execute(code)
    size = 0
    while True:
        message = client.get_iopub_msg(timeout=600)
        if message["parent_header"].get("msg_id") != identifier:
            continue
        if message["msg_type"] == "stream":
            size += len(message["content"]["text"])
        if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
            return size


def start(wrap):
    manager = KernelManager(transport="tcp")
    manager.cache_ports = False
    if wrap:
        command = manager.kernel_spec.argv
        manager.kernel_spec.argv = BWRAP + command
    manager.start_kernel()
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    return manager, client


def answers(path):
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(path)
            client.sendall(b"GET /ping HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return client.recv(4096).startswith(b"HTTP/1.1 200")
        except OSError:
            return False


def daemon(program, kernels):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "execd.sock")
        begin = time.monotonic()
        process = subprocess.Popen(BWRAP + ["--die-with-parent", "--unshare-pid", "--unshare-net", "--unshare-cgroup-try", program, "--socket", path, "--kernels", kernels], stderr=subprocess.DEVNULL)
        while not answers(path):
            if process.poll() is not None or time.monotonic() - begin > 60:
                sys.exit("the daemon did not answer")
            time.sleep(0.0005)
        seconds = time.monotonic() - begin
        process.kill()
        process.wait()
        return seconds


def main():
    if sys.argv[1] == "daemon":
        print(daemon(sys.argv[2], sys.argv[3]))
        return
    if sys.argv[1] == "start":
        begin = time.monotonic()
        manager, client = start(True)
        run(client, "print(1)")
        print(time.monotonic() - begin)
    elif sys.argv[1] == "roundtrip":
        manager, client = start(False)
        for _ in sys.stdin:
            begin = time.monotonic()
            run(client, "1+1")
            client.get_shell_msg(timeout=60)
            print(time.monotonic() - begin, flush=True)
    else:
        manager, client = start(False)
        run(client, "1")
        begin = time.monotonic()
        run(client, sys.argv[2])
        print(time.monotonic() - begin)
    client.stop_channels()
    manager.shutdown_kernel(now=True)


main()
