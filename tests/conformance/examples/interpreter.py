# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
import asyncio
from datetime import timedelta
from opensandbox import Sandbox
from opensandbox.config import ConnectionConfig
from code_interpreter import CodeInterpreter
from code_interpreter.models.code import SupportedLanguage

async def code_interpreter_demo():
    cfg = ConnectionConfig(domain="api.opensandbox.io", api_key="YOUR_KEY")
    sbx = await Sandbox.create(
        "opensandbox/code-interpreter:v1.0.1",
        connection_config=cfg,
        env={
            "PYTHON_VERSION": "3.11",
            "JAVA_VERSION": "17",
        },
    )
    async with sbx:
        interpreter = await CodeInterpreter.create(sandbox=sbx)
        ctx = await interpreter.codes.create_context(SupportedLanguage.PYTHON)
        
        await interpreter.codes.run("x = 42", context=ctx)
        result = await interpreter.codes.run("print(x)", context=ctx)
        print(result.logs.stdout[0].text)

        await sbx.kill()

asyncio.run(code_interpreter_demo())
