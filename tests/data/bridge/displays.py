# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
import matplotlib
matplotlib.use("module://matplotlib_inline.backend_inline")
import matplotlib.pyplot as plt
from IPython.display import display, clear_output, HTML
print("start")
plt.plot([1, 3, 2])
plt.show()
handle = display({"text/plain": "first"}, raw=True, display_id="one")
handle.update({"text/plain": "second \x1b[31m\u00e9\U0001f600"}, raw=True)
clear_output(wait=True)
display(HTML("<b>bold</b>"), metadata={"text/html": {"isolated": True}})
print("end")
6 * 7
