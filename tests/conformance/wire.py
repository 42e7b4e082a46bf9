#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Sends every recorded request of the real server to the local runtime and compares the answers field by field.

Usage: wire.py BIN_FOLDER TRANSCRIPTS GROUP [--show NAME] [--only TEXT], with GROUP one of those in GROUPS.

Requests are sent in the order and, where they overlapped, with the pauses of the recording. Ids that the real
server gave are replaced by those that ours gave in the same place. What may differ is in wiredifferences.py.
"""
import concurrent.futures
import json
import re
import socket
import sys
import threading
import time
import urllib.request
from datetime import datetime, timedelta, timezone
from fnmatch import fnmatchcase
from pathlib import Path

from conformance import local_runtime
from wiredifferences import DIFFERENCES, NOT_SENT

KEY = "osb-test-key"  # that of the recordings
GROUPS = {
    "code": ["execd-code", "execd-code-proxy", "execd-code-reordered", "execd-code-lost", "execd-contexts"],
    "command": ["execd-command", "execd-command-proxy", "execd-session", "execd-session-proxy"],
    "files": ["execd-health", "execd-files", "execd-metrics"],
    "lifecycle": ["lifecycle", "lifecycle-noegress", "mixed"],
}
LONGEST_PAUSE = 5.0
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
HEX = re.compile(r"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?")
COMPARED_HEADERS = {
    "accept-ranges", "access-control-allow-credentials", "access-control-allow-headers", "access-control-allow-methods",
    "access-control-allow-origin", "access-control-max-age", "allow", "cache-control", "content-disposition", "content-range",
    "content-type", "deprecation", "execd-commands-tail-cursor", "last-modified", "location", "vary", "x-accel-buffering",
    "x-request-id",
}


class Answer:
    """A recorded or received answer: status, headers, body without its framing, and whether it was whole."""

    def __init__(self, data):
        self.status, self.headers, self.body, self.whole, self.interim = 0, {}, b"", False, []
        while True:
            head, separator, rest = data.partition(b"\r\n\r\n")
            if not separator:
                return
            lines = head.decode("latin1").split("\r\n")
            status = int(lines[0].split(" ")[1])
            if 100 <= status < 200 and status != 101:
                self.interim.append(status)
                data = rest
                continue
            break
        self.status = status
        for line in lines[1:]:
            name, _, value = line.partition(":")
            self.headers.setdefault(name.strip().lower(), []).append(value.strip())
        if "chunked" in ", ".join(self.headers.get("transfer-encoding", [])).lower():
            self.body, self.whole = unchunk(rest)
        elif "content-length" in self.headers:
            length = int(self.headers["content-length"][0])
            self.body, self.whole = rest[:length], len(rest) >= length
        elif status in (204, 304, 101):
            self.whole = True
        else:
            self.body = rest
        self.closes = not self.headers.get("content-length") and "transfer-encoding" not in self.headers


def unchunk(data):
    body, at = b"", 0
    while True:
        end = data.find(b"\r\n", at)
        if end < 0:
            return body, False
        try:
            size = int(data[at:end].split(b";")[0], 16)
        except ValueError:
            return body, False
        if size == 0:
            return body, data[end:end + 4] == b"\r\n\r\n"
        body += data[end + 2:end + 2 + size]
        at = end + 2 + size + 2
        if at > len(data):
            return body, False


class Transcript:
    def __init__(self, folder):
        self.name = f"{folder.parent.name}/{folder.name}"
        self.area = folder.parent.name
        self.meta = json.loads((folder / "meta.json").read_text())
        self.request = (folder / "request.http").read_bytes()
        self.answer = Answer((folder / "response.http").read_bytes())
        self.folded = (folder / "response.tail").exists()
        self.start = self.meta.get("recorded_unix", 0)
        self.seconds = self.meta.get("total_ms", 0) / 1000
        self.hangs_up = self.meta.get("ended") == "client-hangup"
        self.timed_out = self.meta.get("ended") == "client-timeout"


# --- comparing -------------------------------------------------------------------------------------------

# Values that differ in every exchange; their kind is compared.
CHANGING = {
    "timestamp", "execution_time", "created_at", "modified_at", "createdAt", "expiresAt", "lastTransitionAt", "started_at",
    "finished_at", "cpu_count", "cpu_used_pct", "mem_total_mib", "mem_used_mib",
}


def plain(text):
    """A text without ids and times."""
    text = TIME.sub(lambda m: "<time>" if m[2] == "Z" else "<time without zone>" if not m[2] else "<time with offset>", text)
    text = UUID.sub("<uuid>", text)
    text = HEX.sub("<hex>", text)
    text = re.sub(r"\b(127\.0\.0\.1|172\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|\d+\.\d+\.\d+\.\d+):\d+", "<address>", text)
    text = MOVED_BACK.sub("", text).replace("/home/sandbox", "/root")
    text = re.sub(r"ipykernel_\d+/\d+\.py", "<cell>", text)
    return text


def normal(value, key=""):
    if isinstance(value, dict):
        return {plain(name): normal(item, name) for name, item in value.items()}
    if key == "image/png":
        return "<picture>"
    if isinstance(value, list):
        return [normal(item, key) for item in value]
    if key in CHANGING:
        return plain(value) if isinstance(value, str) else "<number>" if isinstance(value, (int, float)) else value
    if key in ("owner", "group") and value in ("root", "sandbox"):
        # Who the sandbox runs as.
        return "<user>"
    return plain(value) if isinstance(value, str) else value


def differences(theirs, ours, path=""):
    """(place, theirs, ours) of each field that is not the same."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for name in sorted(set(theirs) | set(ours)):
            yield from differences(theirs.get(name, "<absent>"), ours.get(name, "<absent>"), f"{path}.{name}" if path else name)
    elif isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        for i, (a, b) in enumerate(zip(theirs, ours)):
            yield from differences(a, b, f"{path}[{i}]")
    elif theirs != ours:
        yield path, theirs, ours


def events_of(body):
    events = []
    for line in body.split(b"\n"):
        if line.strip():
            try:
                events.append(json.loads(line))
            except ValueError:
                events.append({"type": "<no JSON>", "text": line.decode("utf-8", "replace")})
    return events


def comparable_events(body, is_code):
    """Events by kind; what the protocol leaves open is gone: pings, where a stream is cut, how streams interleave.

    execution_complete counts as last (the real server sends it anywhere), a count without a result is left out
    (only ours is sent then).
    """
    streams, others, complete, count = {"stdout": [], "stderr": []}, [], [], []
    last = None
    for event in events_of(body):
        kind = event.get("type", "<untyped>")
        if kind == "ping":
            continue
        if kind in streams:
            if is_code and streams[kind]:
                streams[kind][-1] += event.get("text", "")
            else:
                streams[kind].append(event.get("text", ""))
            last = kind
            continue
        event = normal(event)
        event.pop("execution_time", None)
        if kind == "init":
            event["text"] = plain(event.get("text", ""))
        if kind == "execution_count":
            event["execution_count"] = "<number>"
            count.append(event)
        elif kind == "execution_complete":
            complete.append(event)
        else:
            if kind == "error" and is_code and event.get("error"):
                # The lines of a traceback are the interpreter's, of another version here.
                event["error"]["traceback"] = bool(event["error"].get("traceback"))
            others.append(event)
    has_result = any(event.get("type") == "result" for event in others)
    return {
        "stdout": [plain(text) for text in streams["stdout"]], "stderr": [plain(text) for text in streams["stderr"]],
        "events": others, "complete": complete, "count": count if has_result else [],
    }


def fields(answer, is_code, is_request_id_ours):
    """What is compared of an answer."""
    content_type = answer.headers.get("content-type", [""])[0]
    result = {"status": answer.status, "interim": answer.interim, "headers": {}}
    for name in COMPARED_HEADERS & set(answer.headers):
        value = ", ".join(sorted(answer.headers[name]))
        if name == "last-modified":
            value = "<date>"
        elif name == "x-request-id" and not is_request_id_ours:
            value = "<hex>" if HEX.fullmatch(value) else value
        result["headers"][name] = plain(value)
    if "event-stream" in content_type:
        result["body"] = comparable_events(answer.body, is_code)
    elif "json" in content_type:
        try:
            result["body"] = normal(json.loads(answer.body))
        except ValueError:
            result["body"] = answer.body.decode("utf-8", "replace")
    else:
        result["body"] = plain(answer.body.decode("utf-8", "replace"))
    return result


# --- before a request: what the recorder had made without recording it -------------------------------------

PREPARE = {
    "execd-files/001-*": r"""
mkdir -p /tmp/w/d/e/f && cd /tmp/w && printf aaaa > a.txt && touch -d 2001-02-03T04:05:06.789Z a.txt && printf bbbb > b.txt
chmod 640 b.txt && printf deep. > d/deep.txt && printf 1. > d/e/f/x.py && ln -s missing broken && ln -s d dirlink && : > empty
ln -s a.txt link && mkfifo pipe && printf 0123456789 > ten && chmod 755 ten""",
    "execd-files/112-*": r"""
mkdir -p /tmp/s/sub && cd /tmp/s && touch .hidden a.txt b.py sub/c.txt "sub/d e.py" && ln -s a.txt l.txt && ln -s sub sl""",
    "execd-files/123-*": "cd /tmp/s && printf 'foo foo' > r1 && printf bar > r2 && printf foo > r3",
    "lifecycle/165-*": "echo snapped > /workspace/mark.txt",
    "execd-files/131-*": "cd /tmp/s && printf m1 > m1 && printf m2 > m2",
}
# A request to a sandbox's own address does not name it: the sandbox of another request.
DIRECT = {
    "mixed/01-deleted-mid-run-direct": "mixed/02-delete-mid-run",
    "mixed/07-paused-mid-run-direct": "mixed/05-pause-mid-run",
    "mixed/15-expired-mid-run": "mixed/14-renew-shorten",
    "mixed/17-execd-killed": "mixed/18-execd-killed-get",
    "mixed/19-execd-killed-ping-direct": "mixed/18-execd-killed-get",
}
# Folders at the root of the recorded sandbox; that of ours can not be written.
MOVED = re.compile(r"""((?<=[=" ])|(?<=\.\.))/(?=[ws](?:[/"&; ]|$))""")
MOVED_BACK = re.compile(r"/tmp(?=/[ws](?:[^\w]|$))")


# --- sending ---------------------------------------------------------------------------------------------

def with_moved_folders(text):
    """The request with the recorded folders in another place, and its length or chunks made right again."""
    head, _, body = text.partition("\r\n\r\n")
    head = MOVED.sub("/tmp/", head)
    if "chunked" in head:
        new = MOVED.sub("/tmp/", unchunk(body.encode("latin1"))[0].decode("latin1"))
        body = f"{len(new):x}\r\n{new}\r\n0\r\n\r\n"
    else:
        new = MOVED.sub("/tmp/", body)
        head = re.sub(r"(?i)(\r\ncontent-length: )(\d+)", lambda m: m[1] + str(int(m[2]) + len(new) - len(body)), head)
        body = new
    return head + "\r\n\r\n" + body


class Replay:
    def __init__(self, address, area):
        self.host, port = address.rsplit(":", 1)
        self.port = int(port)
        self.area = area
        self.ids = {}
        self.lock = threading.Lock()
        self.box = None

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://{self.host}:{self.port}{path}", data, method=method,
                                         headers={"OPEN-SANDBOX-API-KEY": KEY, "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read()
            return json.loads(text) if text else None

    def shell(self, command):
        request = urllib.request.Request(f"http://{self.host}:{self.port}/sandboxes/{self.box}/proxy/44772/command",
                                         json.dumps({"command": command}).encode())
        with urllib.request.urlopen(request, timeout=60) as answer:
            events = events_of(answer.read())
        if events[-1].get("type") != "execution_complete":
            raise RuntimeError(f"preparing failed: {events}")

    def create_box(self, **more):
        body = {"image": {"uri": "opensandbox/code-interpreter:v1.1.0"}, "timeout": 3600,
                "entrypoint": ["/opt/code-interpreter/code-interpreter.sh"],
                "resourceLimits": {"cpu": "800m", "memory": "1Gi"}, **more}
        return self.call("POST", "/v1/sandboxes", body)["id"]

    def known(self, identifier, text):
        """Our id for one of the recording; what no recorded answer gave was made before the recording began."""
        if identifier.startswith("00000000-0000"):
            return identifier
        with self.lock:
            if identifier not in self.ids:
                if re.search(rf"/sandboxes/{identifier}", text):
                    self.ids[identifier] = self.box if self.area != "mixed" else self.create_box(
                        metadata={"name": "mix-d"}, entrypoint=["tail", "-f", "/dev/null"])
                elif len(identifier) == 36 and "/session/" in text:
                    made = self.call("POST", f"/sandboxes/{self.box}/proxy/44772/session", {})
                    self.ids[identifier] = made["session_id"]
                elif len(identifier) == 36 and "execd" in self.area:
                    made = self.call("POST", f"/sandboxes/{self.box}/proxy/44772/code/context", {"language": "python"})
                    self.ids[identifier] = made["id"]
                else:
                    self.ids[identifier] = identifier
            return self.ids[identifier]

    def prepared(self, transcript, box):
        """The request with our ids, our paths and times of today."""
        text = transcript.request.decode("latin1")
        for identifier in sorted(set(UUID.findall(text)) | set(HEX.findall(text))):
            text = text.replace(identifier, self.known(identifier, text))
        line, _, rest = text.partition("\r\n")
        words = line.split(" ")
        if transcript.meta.get("server") == "execd-direct" and len(words) == 3:
            path = words[1]
            if path.startswith("/proxy/44772"):
                path = path.removeprefix("/proxy/44772")
            words[1] = f"/sandboxes/{box}/proxy/44772{path}"
            text = " ".join(words) + "\r\n" + rest
        if self.area == "execd-files":
            text = with_moved_folders(text)
        if "renew-expiration" in line:
            head, _, body = text.partition("\r\n\r\n")
            moved = time.time() - transcript.start

            def shift(match):
                style = match[0]
                moment = datetime.fromisoformat(style.replace("Z", "+00:00")) + timedelta(seconds=moved)
                shifted = moment.isoformat(timespec="microseconds" if match[1] else "seconds")
                return shifted.replace("+00:00", "Z") if style.endswith("Z") else shifted
            body = TIME.sub(shift, body)
            body = re.sub(r'("expiresAt":)(\d{10})(\.\d+)?', lambda m: f"{m[1]}{int(m[2]) + int(moved)}{m[3] or ''}", body)
            head = re.sub(r"(?i)(content-length: )\d+", lambda m: m[1] + str(len(body)), head)
            text = head + "\r\n\r\n" + body
        return text.encode("latin1")

    def send(self, transcript, box, has_begun):
        """Every byte of the answer until it is whole, the connection ends, or the recorder gave up (then longer)."""
        request = self.prepared(transcript, box)
        limit = transcript.seconds + 0.05 if transcript.hangs_up else max(120.0, 3 * transcript.seconds)
        if transcript.timed_out and transcript.name.startswith(("execd-metrics/", "execd-session")):
            limit = transcript.seconds
        data, learned = b"", False
        with socket.create_connection((self.host, self.port), timeout=10) as connection:
            connection.sendall(request)
            end = time.monotonic() + limit
            while True:
                left = end - time.monotonic()
                if left <= 0:
                    break
                connection.settimeout(left)
                try:
                    piece = connection.recv(1 << 20)
                except (TimeoutError, socket.timeout):
                    break
                except ConnectionResetError:
                    break
                if not piece:
                    break
                data += piece
                if not learned and b"event-stream" in data and b"\n\n" in unchunk(data.partition(b"\r\n\r\n")[2])[0]:
                    # Another request may need the id before this answer ends.
                    self.learn(transcript, Answer(data))
                    learned = True
                    has_begun()
                if (len(piece) < 65536 or data.endswith(b"0\r\n\r\n")) and Answer(data).whole:
                    break
        return Answer(data)

    def learn(self, transcript, answer):
        """Ids of the recorded answer now stand for ours in the same place."""
        with self.lock:
            for theirs, ours in zip(found_ids(transcript.answer), found_ids(answer)):
                self.ids.setdefault(theirs, ours)


def found_ids(answer):
    """The ids of new things, in order."""
    content_type = answer.headers.get("content-type", [""])[0]
    if "event-stream" in content_type:
        return [event["text"] for event in events_of(answer.body) if event.get("type") == "init" and event.get("text")][:1]
    try:
        value = json.loads(answer.body)
    except ValueError:
        return []
    if isinstance(value, dict):
        return [value[name] for name in ("id", "session_id") if isinstance(value.get(name), str)]
    return []


def clusters(transcripts):
    """Those whose exchanges overlapped, together."""
    group, end = [], 0
    for transcript in sorted(transcripts, key=lambda each: (each.start, each.name)):
        if group and transcript.start >= end - 0.002:
            yield group
            group = []
            end = 0
        group.append(transcript)
        end = max(end, transcript.start + transcript.seconds)
    if group:
        yield group


def area_names(name):
    return ["execd-code" if name.startswith("execd-code") and "proxy" not in name else name]


def replay_area(address, area, transcripts, report):
    replay = Replay(address, area)
    boxes = {}
    replay.box = replay.create_box(metadata={"name": "golden"})
    by_name = {each.name: each for each in transcripts}
    for name, partner in DIRECT.items():
        if name in by_name:
            identifier = UUID.search(by_name[partner].request.decode("latin1"))[0]
            boxes[name] = replay.known(identifier, f"/sandboxes/{identifier}")
    before = None
    for group in clusters(transcripts):
        # Requests keep the distance in time that they had, because the recorder waited for something.
        if before is not None:
            time.sleep(max(0.0, before + min(group[0].start - recorded, LONGEST_PAUSE) - time.monotonic()))
        before, recorded = time.monotonic(), group[0].start
        for transcript in group:
            for glob, command in PREPARE.items():
                if fnmatchcase(transcript.name, glob):
                    replay.shell(command)
        with concurrent.futures.ThreadPoolExecutor(len(group)) as pool:
            begun = {each.name: threading.Event() for each in group}

            def one(transcript, earlier):
                # The distance in time counts from where the streams before it have begun.
                for each in earlier:
                    if "event-stream" in str(each.answer.headers):
                        begun[each.name].wait(60)
                if earlier:
                    time.sleep(max(0.0, transcript.start - earlier[-1].start))
                box = boxes.get(transcript.name, replay.box)
                try:
                    answer = replay.send(transcript, box, begun[transcript.name].set)
                finally:
                    begun[transcript.name].set()
                replay.learn(transcript, answer)
                return answer
            jobs = [(each, pool.submit(one, each, group[:i])) for i, each in enumerate(group)]
            for transcript, job in jobs:
                report.compare(transcript, job.result())


class Report:
    def __init__(self, show=None):
        self.show = show
        self.counts = {"the same": 0, "explained": 0, "different": 0}
        self.used = set()

    def compare(self, transcript, answer):
        name = transcript.name
        is_code = "code" in transcript.area or "context" in transcript.area
        echoed = b"x-request-id" in transcript.request.lower()
        theirs = fields(transcript.answer, is_code, echoed)
        ours = fields(answer, is_code, echoed)
        if transcript.hangs_up:
            # What came before the client left depends on the moment.
            found = [d for d in differences(theirs, ours) if not d[0].startswith("body")]
        else:
            found = list(differences(theirs, ours))
            if answer.whole != transcript.answer.whole and transcript.answer.status:
                found.append(("whole", transcript.answer.whole, answer.whole))
        left = []
        for place, before, now in found:
            row = next((row for row in DIFFERENCES if fnmatchcase(name, row[0]) and any(fnmatchcase(place, glob) for glob in row[1].split())), None)
            if row:
                self.used.add(row)
            else:
                left.append((place, before, now))
        result = "different" if left else "explained" if found else "the same"
        self.counts[result] += 1
        if left:
            print(f"  {name}: {transcript.meta['title']}")
            for place, before, now in left:
                print(f"      {place}: recorded {short(before)}, ours {short(now)}")
        if self.show and self.show in name:
            print(json.dumps({"theirs": theirs, "ours": ours}, indent=1, ensure_ascii=False))
        sys.stdout.flush()

    def finish(self, areas, is_partial):
        if not is_partial:
            for row in DIFFERENCES:
                if row not in self.used and any(fnmatchcase(f"{area}/x", row[0].split("/")[0] + "/x") for area in areas):
                    print(f"  the row {row[:2]} of the table of differences explains nothing any more; it can go")
        print(", ".join(f"{number} {what}" for what, number in self.counts.items()))
        return 1 if self.counts["different"] else 0


def short(value):
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return repr(text if len(text) < 300 else text[:200] + " ... " + text[-80:])


def main(programs, folder, group, *options):
    only = options[options.index("--only") + 1] if "--only" in options else ""
    show = options[options.index("--show") + 1] if "--show" in options else None
    report = Report(show)
    with local_runtime(programs, KEY) as (address, _):
        for area in GROUPS[group]:
            transcripts = [Transcript(path.parent) for path in sorted((Path(folder) / area).glob("*/meta.json"))]
            skipped = [each.name for each in transcripts if any(fnmatchcase(each.name, glob) for glob, _ in NOT_SENT)]
            transcripts = [each for each in transcripts if each.name not in skipped and only in each.name]
            print(f"{area}: {len(transcripts)} requests" + (f", {len(skipped)} not sent" if skipped else ""), flush=True)
            if transcripts:
                replay_area(address, area, transcripts, report)
    return report.finish(GROUPS[group], bool(only))


if __name__ == "__main__":
    if len(sys.argv) < 4 or sys.argv[3] not in GROUPS:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
