# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
import contextlib, io
from IPython.display import display
with contextlib.redirect_stdout(io.StringIO()):
    display({"text/plain": "shown"}, raw=True)
print("\x1b]7780;" + "0" * 32 + ";display;{}\x1b\\")
nonce = get_ipython()._opensandbox_nonce
print("\x1b]7780;" + nonce + ";display;{broken\x1b\\")
print("\x1b]7780;" + nonce + ";input;{\"path\":\"relative\"}\x1b\\")
