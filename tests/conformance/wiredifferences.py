# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
"""What the local runtime answers otherwise than the recorded server, on purpose."""

ONE_USER = "a local sandbox has one user; what needs another or root is refused and says so"
VERSION = "another version of Python, IPython or bash words it so"
READ_ONLY = "the system of a local sandbox cannot be written"
FOLDED = "the recording kept only the beginning of the long line"
RANGE = "a well-formed 416 with a body; the recorded server's own proxy stumbles over its 416 without one"
DIRECTORY = "a plain refusal instead of an endless or broken body"
REDIRECT = "no redirect, because that would lose the path to the sandbox"
DISPLAY = "displayed data, its metadata and the clearing of output are sent, too"
DIED = "the end of a kernel is told at once; the recorded server hangs until the context is deleted"
FAIL_FAST = "refused at once; the recorded server hangs, or starts to stream before it fails"
UNKNOWN_CONTEXT = "an unknown context is 404"
RELAYED = "what a sandbox answers is relayed byte for byte"
ONE_ADDRESS = "every endpoint goes through the server; its path ends with the port, as clients expect"
NO_RESURRECTION = "a deleted key stays deleted; the recorded server brings it back with the next change"
EARLY = "the state is that at the answer, not the one hoped for"

# (transcripts, fields, reason): patterns as in a shell. A field that is not named here has to be the same; a
# row that no answer needs is named at the end.
DIFFERENCES = [
    # --- files ---
    ("execd-health/03-*", "*", "HEAD is answered"),
    ("execd-health/06-*", "*", REDIRECT),
    ("execd-files/014-*", "*", "there is no /media"),
    ("execd-files/029-*", "*", ONE_USER),
    ("execd-files/049-*", "body.message", "our own words; status and code are the contract"),
    ("execd-files/017-*", "body*", "the processes are other ones"),
    ("execd-files/016-*", "body*", "the home folder is empty"),
    ("execd-files/024-*", "*", "the home folder is empty"),
    ("execd-files/026-*", "body*", READ_ONLY),
    ("execd-files/0[0-4]?-*", "body*.owner body*.group body*.mode", ONE_USER),
    ("execd-files/141-*", "*", ONE_USER),
    ("execd-files/142-*", "body*.owner body*.group", ONE_USER),
    ("execd-files/071-*", "*", "a '$' in a name is no variable"),
    ("execd-files/080-*", "body*", "a '$' in a name is no variable"),
    ("execd-files/082-*", "*", "a ';' in a query is part of the value"),
    ("execd-files/08[5-8]-*", "headers.last-modified", "a part of a file says when it was changed, too"),
    ("execd-files/092-*", "headers.last-modified", "a part of a file says when it was changed, too"),
    ("execd-files/095-*", "headers.last-modified", "a part of a file says when it was changed, too"),
    ("execd-files/089-*", "*", RANGE), ("execd-files/09[01346]-*", "*", RANGE), ("execd-files/16[89]-*", "*", RANGE),
    ("execd-files/171-*", "*", RANGE),
    ("execd-files/097-*", "headers.content-type", "a 304 names the type"),
    ("execd-files/099-*", "*", DIRECTORY), ("execd-files/170-*", "*", DIRECTORY), ("execd-files/172-*", "*", DIRECTORY),
    ("execd-files/103-*", "*", "a fifo is refused; the recorded server waits for a writer"),
    ("execd-files/104-*", "*", "files below /proc have their content"),
    ("execd-files/137-*", "*", "a broken link can be moved"),
    ("execd-files/163-*", "*", "a broken link can be moved"),
    ("execd-metrics/*", "body.disk_used_mib body.process_count", "two more figures"),
    ("execd-metrics/0[345]-*", "body.events*", "a sample each second, with two more figures"),
    # --- commands and sessions ---
    ("execd-command*/19-*", "body* whole", FOLDED),
    ("execd-command*/38-*", "body.message", "the message has the whole path"),
    ("execd-command*/39-*", "body.stdout*", "another number of variables of the system's own"),
    ("execd-command*/40-*", "body.stdout*", "fewer variables of the system's own"),
    ("execd-command*/42-*", "body*", ONE_USER), ("execd-command*/43-*", "body*", ONE_USER),
    ("execd-command*/46-*", "*", ONE_USER), ("execd-command*/78-*", "*", ONE_USER),
    ("execd-command*/50-*", "body.stdout*", "the limit of open files is the machine's"),
    ("execd-command*/71-*", "body.message", "our own words; status and code are the contract"),
    ("execd-command*/91-*", "*", REDIRECT),
    ("execd-command*/9?-tmp-removed", "body.stdout*", "the output of commands is not left in /tmp"),
    ("execd-session*/08-*", "body.stdout", "a variable with line ends is kept as it is"),
    ("execd-session*/10-*", "body.stdout*", VERSION),
    ("execd-session*/13-*", "body.stdout*", "the folder is kept over an exit"),
    ("execd-session*/18-*", "body.stdout", "no text that a command prints is swallowed"),
    ("execd-session*/19-*", "*", "the end of a run past its time is sent; the recorded server stays silent"),
    ("execd-session*/2[01]-after-timeout", "body.stdout*", "the folder is kept over an exit"),
    ("execd-session*/2[45]-syntax-error", "body.stdout*", VERSION),
    ("execd-session*/3[23]-create-cwd", "*", READ_ONLY),
    ("execd-session*/3[34]-created-cwd", "body*", READ_ONLY),
    ("execd-session*/3[56]-parallel-a", "body*", READ_ONLY),
    ("execd-session*/3[67]-parallel-after", "body*", READ_ONLY),
    ("execd-session-proxy/39-*", "body*", "what a run of a session started ends with it when its client leaves"),
    ("execd-session*/4[23]-create-bad-json", "body.message", "our own words; status and code are the contract"),
    # --- code ---
    ("execd-code-lost/*", "*", "nothing is lost, and no context stays busy"),
    ("execd-contexts/04-*", "*", READ_ONLY),
    ("execd-contexts/18-*", "*", UNKNOWN_CONTEXT),
    ("execd-contexts/3[1-5]-*", "*", FAIL_FAST),
    ("execd-contexts/36-*", "body", "the context of Java that never came up in the recording is there"),
    ("execd-contexts/2[678]-*", "headers.x-request-id", RELAYED),
    ("execd-code-reordered/*-state-kept", "body.*", "the run before it is not in that folder"),
    ("execd-code-reordered/*-proxy-*", "headers.x-request-id", RELAYED),
    ("execd-code*/015-*", "body.stdout body.stderr", "a lone surrogate is printed as U+FFFD"),
    ("execd-code*/01[67]-*", "*", DIED),
    ("execd-code*/018-*", "body*", DISPLAY),
    ("execd-code*/024-*", "body* whole", FOLDED),
    ("execd-code*/03[1789]-*", "body*", DISPLAY), ("execd-code*/046-*", "body*", DISPLAY),
    ("execd-code*/03[06]-*", "body*", DISPLAY),
    ("execd-code*/05[3-6]-*", "body.stdout*", "what a thread prints between two runs belongs to neither; the moment differs"),
    ("execd-code*/*-sys-exit*", "body.stderr", "the interpreter warns at another time"),
    ("execd-code/062-*", "*", UNKNOWN_CONTEXT), ("execd-code-proxy/062-*", "*", UNKNOWN_CONTEXT),
    ("execd-code*/066-*", "*", "there is no SQL in a local sandbox"),
    ("execd-code*/069-*", "*", "bash has contexts"),
    ("execd-code*/*-kernel-death*", "*", DIED), ("execd-code*/*-exit-builtin*", "*", DIED),
    ("execd-code*/*-memory-error", "*", DIED), ("execd-code*/*-after-oom*", "*", DIED),
    ("execd-code*/*-deleted-context", "*", UNKNOWN_CONTEXT),
    # --- lifecycle ---
    ("lifecycle*/*", "body.message body.status.message body.items*.status.message body.detail*.msg body.detail*.ctx.error",
     "our own words; status and code are the contract"),
    ("lifecycle/*", "body.detail*.input body.detail*.input.*",
     "the recorded server sends the request back, passwords and all; ours does not"),
    ("lifecycle/007-*", "headers.location", "a path is enough to be redirected to"),
    ("lifecycle/018-*", "body.status.*", EARLY), ("lifecycle/023-*", "body.status.*", EARLY),
    ("lifecycle/*-endpoint-*", "body.endpoint", ONE_ADDRESS),
    ("lifecycle/087-*", "body.detail*", "where the JSON breaks is counted in another way"),
    ("lifecycle/207-*", "body.detail*", "where the JSON breaks is counted in another way"),
    ("lifecycle/10[1238]-*", "body.metadata.*", NO_RESURRECTION), ("lifecycle/11[24]-*", "body.metadata.*", NO_RESURRECTION),
    ("lifecycle/15[019]-*", "body*.metadata.*", NO_RESURRECTION), ("lifecycle/177-*", "body.metadata.*", NO_RESURRECTION),
    ("lifecycle/208-*", "body.metadata.*", NO_RESURRECTION),
    ("lifecycle/121-*", "body.detail*", "what is wrong with a time is said in fewer kinds"),
    ("lifecycle/14[0-3]-*", "headers.x-request-id", RELAYED),
    ("lifecycle/143-*", "body* headers.content-type", "the sandbox itself says that nothing listens"),
    ("lifecycle/146-*", "*", "two dots in a path are no way around the key"),
    ("lifecycle/147-*", "body", "one line without its end"),
    ("lifecycle/15[67]-*", "*", "a paused sandbox is named as the cause; the recorded server is silent"),
    ("lifecycle/167-*", "*", "a snapshot is ready before anybody can ask for it too early"),
    ("lifecycle/18[12]-*", "*", "the sandbox that was made too early there still uses the snapshot here"),
    ("lifecycle/18[57]-*", "*", "diagnostics with a scope are served"), ("lifecycle/195-*", "*", "diagnostics with a scope are served"),
    ("lifecycle/18[4689]-*", "body*", "other lines, of this machine"), ("lifecycle/19[0-3]-*", "body*", "other lines, of this machine"),
    ("lifecycle/201-*", "headers.allow", "405 is enough"),
    ("lifecycle/204-*", "headers.*", "an origin is named, so that cookies are never taken for a key"),
    ("lifecycle-noegress/02-*", "*", "a policy without rules is enforced; the recorded server had no means to"),
    # --- everywhere ---
    ("*-proxy/*", "headers.x-request-id", RELAYED),
    ("execd-health/*-proxy", "headers.x-request-id", RELAYED),
    ("execd-files/*-proxy*", "headers.x-request-id", RELAYED),
    ("execd-metrics/*-proxy", "headers.x-request-id", RELAYED),
    ("mixed/*", "body.message body.status.message", "our own words; status and code are the contract"),
    ("mixed/*", "headers.x-request-id", RELAYED),
    ("mixed/18-*", "body.status.*", "a sandbox without its daemon has failed, and says so"),
    ("mixed/19-*", "*", "a sandbox without its daemon has failed, and says so"),
    ("mixed/03-*", "whole", "a stream that was cut shows that it was cut"),
]

# (transcripts, reason)
NOT_SENT = [
    ("execd-contexts/37-*", "waits 180 s for nothing"),
    ("execd-code*/047-*", "IPython takes seconds of processor time for this traceback; a busy machine would be tested, not the runtime"),
    ("execd-files/10[6-9]-*", "the recording kept only the beginning of these 4 MiB"),
    ("mixed/1[12]-*", "a WebSocket"),
]
