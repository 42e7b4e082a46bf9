# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
import asyncio
from datetime import timedelta
from opensandbox import Sandbox
from opensandbox.config import ConnectionConfig

async def basic_sandbox():
    cfg = ConnectionConfig(domain="api.opensandbox.io", api_key="YOUR_KEY")
    sbx = await Sandbox.create(
        "python:3.11",
        resource={"cpu": "1", "memory": "2Gi"},
        timeout=timedelta(minutes=15),
        connection_config=cfg,
    )
    async with sbx:
        exec_res = await sbx.commands.run("echo Hello from sandbox")
        print(exec_res.logs.stdout[0].text)
        await sbx.kill()

asyncio.run(basic_sandbox())
