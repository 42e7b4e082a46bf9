# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
"""What the published Python SDK's way of reading an event stream takes: httpx lines, JSON, an object per event.

reference_stream.py URL    prints the number of events and the seconds from the request to the end
"""
import json
import sys
import time
from dataclasses import dataclass

import httpx


@dataclass
class Message:
    text: str
    timestamp: int
    is_error: bool


def main():
    events = 0
    messages = []
    with httpx.Client(timeout=httpx.Timeout(30, read=None)) as client:
        begin = time.monotonic()
        with client.stream("POST", sys.argv[1], json={"code": "x", "context": {"id": "ctx", "language": "python"}}) as response:
            response.raise_for_status()
            for line in response.iter_lines():
                if not line.strip():
                    continue
                data = line[5:].strip() if line.startswith("data:") else line
                event = json.loads(data)
                if event.get("type") in ("stdout", "stderr"):
                    messages.append(Message(event["text"], event["timestamp"], event["type"] == "stderr"))
                    events += 1
        print(events, time.monotonic() - begin)


main()
