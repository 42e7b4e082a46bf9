# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
from opensandbox.sync.sandbox import SandboxSync
from opensandbox.config import ConnectionConfigSync
from code_interpreter.sync.code_interpreter import CodeInterpreterSync
from code_interpreter.models.code import SupportedLanguage

cfg = ConnectionConfigSync(domain="api.opensandbox.io", api_key="YOUR_KEY")
sandbox = SandboxSync.create(
    "opensandbox/code-interpreter:v1.0.1",
    connection_config=cfg,
    env={"PYTHON_VERSION": "3.11"},
)

interpreter = CodeInterpreterSync.create(sandbox=sandbox)
ctx = interpreter.codes.create_context(SupportedLanguage.PYTHON)
interpreter.codes.run("a = 10", context=ctx)
res = interpreter.codes.run("print(a)", context=ctx)
print(res.logs.stdout[0].text)

sandbox.kill()
sandbox.close()
