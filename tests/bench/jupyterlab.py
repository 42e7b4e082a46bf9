# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
"""Times JupyterLab in a headless Chromium with the notebooks that our own window was timed with.

Usage: jupyterlab.py FOLDER     (has small.ipynb, big.ipynb, mixed.ipynb and find.ipynb)
Prints one JSON object: {"open": ms, "end": ms, "key": ms, "mixed": ms, "mixedEnd": ms, "find": ms, "matches": "1/2000"}; what could
not be measured is not in it, and "missing" says why.
Everything is measured inside the page, from the command to the frame after it, so that neither the browser's
start nor the way through its debugging port counts. In its favour, another notebook is opened before, so that its
scripts are loaded; it makes only the cells in view (by default the end cannot be reached before all are made); and
the search does not wait for further keys (half a second otherwise). A frame comes every 16 ms at most.
"""
import json
import os
import pathlib
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request


def missing(why):
    print(json.dumps({"missing": why}))
    sys.exit(0)


def find_jupyterlab():
    cache = os.environ.get("WB_CACHE_DIR")
    venvs = sorted(pathlib.Path(cache).glob("jupyterlab-*/complete")) if cache else []
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not venvs or not chromium:
        what = " and ".join(name for name, there in (("JupyterLab", venvs), ("Chromium", chromium)) if not there)
        missing(f"{what} not here; ./dev bench --fetch-jupyterlab fetches both")
    return venvs[-1].parent, chromium


def wait_for(what, limit=120.0):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        try:
            value = what()
        except OSError:
            value = None
        if value:
            return value
        time.sleep(0.1)
    raise TimeoutError


class Page:
    """One tab, by the DevTools protocol."""

    def __init__(self, port):
        import websocket
        pages = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list"))
        address = next(page["webSocketDebuggerUrl"] for page in pages if page["type"] == "page")
        self.socket = websocket.create_connection(address, suppress_origin=True, timeout=300)
        self.number = 0

    def call(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def run(self, script):
        """The value of a script that may await."""
        answer = self.call("Runtime.evaluate", expression=f"(async () => {{ {script} }})()", awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", "failed"))
        return answer["result"].get("value")


HELPERS = """
window.frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
window.until = async (what, limit = 30000) => {
  const end = performance.now() + limit;
  while (performance.now() < end) {
    const value = what();
    if (value) { await frame(); return value; }
    await frame();
  }
  throw new Error('not in time: ' + what);
};
window.seen = cell => [...cell.querySelectorAll('.cm-content, .jp-RenderedMarkdown, .jp-OutputArea-output')].some(element => {
  const box = element.getBoundingClientRect();
  return box.height > 0 && box.bottom > 0 && box.top < innerHeight;
});
window.view = () => window.opening;
window.undisturbed = async () => {
  for (let i = 0; i < 30; ++i) { // Whatever it asks, and a little later again.
    document.querySelectorAll('.jp-Dialog-button.jp-mod-accept').forEach(button => button.click());
    await new Promise(done => setTimeout(done, 100));
  }
};
window.opened = async path => {
  const start = performance.now();
  const widget = await jupyterapp.commands.execute('docmanager:open', {path, factory: 'Notebook', options: {mode: 'tab-after'}});
  window.opening = widget;
  // It shows an empty cell until the file is there.
  await until(() => widget.context.isReady && widget.content.widgets.length > 0
                    && seen(widget.content.widgets[0].node));
  return performance.now() - start;
};
return true;
"""


def open_big(page, result):
    wait_for(lambda: page.run("return !!window.jupyterapp && !!jupyterapp.shell"))
    page.run("await jupyterapp.restored; return true;")
    page.run(HELPERS)
    page.run("await opened('small.ipynb'); await undisturbed(); return true;")
    result["open"] = page.run("return await opened('big.ipynb');")
    result["end"] = page.run("""
      const start = performance.now();
      const notebook = view().content;
      if (notebook.model.cells.length !== 2000) throw new Error(notebook.model.cells.length + ' cells');
      const last = 1999;
      notebook.activeCellIndex = last;
      await notebook.scrollToItem(last, 'end');
      await until(() => seen(notebook.widgets[last].node));
      return performance.now() - start;""")


def press_keys(page, result):
    page.run("""
      await undisturbed();
      const notebook = view().content;
      notebook.activeCellIndex = 1001;
      await until(() => notebook.widgets.length > 1001);
      await notebook.scrollToItem(1001, 'center');
      await until(() => notebook.widgets[1001].editor && seen(notebook.widgets[1001].node));
      notebook.mode = 'edit';
      notebook.widgets[1001].editor.focus();
      await until(() => notebook.widgets[1001].editor.hasFocus());
      window.keys = [];
      document.addEventListener('keydown', () => {
        const start = performance.now();
        requestAnimationFrame(() => { const channel = new MessageChannel();
          channel.port1.onmessage = () => keys.push(performance.now() - start); channel.port2.postMessage(0); });
      }, true);
      return true;""")
    for _ in range(60):
        page.call("Input.dispatchKeyEvent", type="keyDown", key="a", code="KeyA", text="a", windowsVirtualKeyCode=65)
        page.call("Input.dispatchKeyEvent", type="keyUp", key="a", code="KeyA", windowsVirtualKeyCode=65)
        time.sleep(0.03)
    keys = sorted(page.run("await until(() => keys.length > 50, 30000); return keys;"))
    if "aaaaaaaaaa" in page.run("return view().content.model.cells.get(1001).sharedModel.getSource();"):
        result["key"] = keys[int(len(keys) * 0.95)]


def open_mixed(page, result):
    result["mixed"] = page.run("return await opened('mixed.ipynb');")
    result["mixedEnd"] = page.run("""
      const start = performance.now();
      const notebook = view().content;
      const last = notebook.model.cells.length - 1;
      notebook.activeCellIndex = last;
      await notebook.scrollToItem(last, 'end');
      await until(() => seen(notebook.widgets[last].node));
      return performance.now() - start;""")


def find(page, result):
    page.run("return await opened('find.ipynb');")
    page.run("await until(() => view().content.widgets.length === view().content.model.cells.length); return true;")
    outputs = page.run("""
      await undisturbed();
      await jupyterapp.commands.execute('documentsearch:start');
      const filter = await until(() => document.querySelector('.jp-DocumentSearch-filter-button'));
      (filter.closest('button') || filter).click();
      let searched = false;
      for (const label of await until(() => { const all = document.querySelectorAll('.jp-DocumentSearch-search-filter'); return all.length && all; })) {
        if (!/output/i.test(label.textContent)) continue;
        const box = label.querySelector('input') || label.parentElement.querySelector('input');
        if (!box.checked) box.click();
        searched = true;
      }
      await undisturbed(); // It asks whether it may render all outputs.
      document.querySelector('.jp-DocumentSearch-input').focus();
      return searched;""")
    if not outputs:
        raise RuntimeError("it has no search in outputs")
    page.run("window.findStart = performance.now(); return true;")
    page.call("Input.insertText", text="needle")
    found = page.run(r"""
      const counter = () => (document.querySelector('.jp-DocumentSearch-index-counter') || {textContent: ''}).textContent;
      await until(() => /\d+\/[1-9]/.test(counter()));
      return [performance.now() - findStart, counter()];""")
    result["find"], result["matches"] = found


def measure(page, result):
    """One step that fails leaves the others their figures."""
    for step in (open_big, press_keys, open_mixed, find):
        try:
            step(page, result)
        except RuntimeError as problem:
            result.setdefault("missing", " ".join(f"JupyterLab did not finish: {problem}".split())[:200])


def main():
    folder = pathlib.Path(sys.argv[1])
    venv, chromium = find_jupyterlab()
    if pathlib.Path(sys.prefix).resolve() != venv.resolve():
        os.execv(venv / "bin" / "python3", [str(venv / "bin" / "python3"), *sys.argv])
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="opensandbox-bench-"))
    token = secrets.token_hex(16)
    processes = []
    result = {}
    for name, text in (("documentsearch-extension/plugin", '{"searchDebounceTime": 0}'), ("notebook-extension/tracker", '{"windowingMode": "full"}')):
        settings = scratch / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        settings.parent.mkdir(parents=True)
        settings.write_text(text)
    try:
        environment = dict(os.environ, JUPYTER_CONFIG_DIR=str(scratch / "config"), JUPYTER_DATA_DIR=str(scratch / "data"),
                           JUPYTER_RUNTIME_DIR=str(scratch / "runtime"), JUPYTERLAB_SETTINGS_DIR=str(scratch / "settings"), HOME=str(scratch))
        server = subprocess.Popen([str(venv / "bin" / "jupyter-lab"), "--no-browser", "--ip=127.0.0.1", "--port=0", f"--IdentityProvider.token={token}",
                                   f"--ServerApp.root_dir={folder}", "--LabApp.expose_app_in_browser=True", "--LabApp.news_url=",
                                   "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"],
                                  env=environment, stdout=open(scratch / "server.log", "w"), stderr=subprocess.STDOUT)
        processes.append(server)

        def address():
            for file in (scratch / "runtime").glob("jpserver-*.json"):
                return json.loads(file.read_text())["url"]
        url = wait_for(address)
        browser = subprocess.Popen([chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                                    "--window-size=1000,800", "--remote-debugging-port=0", f"--user-data-dir={scratch / 'browser'}",
                                    f"{url}lab?token={token}"],
                                   env=environment, stdout=open(scratch / "browser.log", "w"), stderr=subprocess.STDOUT)
        processes.append(browser)
        port = wait_for(lambda: (scratch / "browser" / "DevToolsActivePort").exists() and
                        (scratch / "browser" / "DevToolsActivePort").read_text().split("\n")[0])
        page = wait_for(lambda: Page(port))
        measure(page, result)
    except Exception as problem:  # Whatever it is: our own figures do not fail with it.
        logs = "".join((scratch / name).read_text()[-300:] for name in ("server.log", "browser.log") if (scratch / name).exists() and not result)
        result["missing"] = " ".join(f"JupyterLab did not finish: {problem or 'it did not start in time'} {logs}".split())
    finally:
        for process in reversed(processes):
            process.terminate()
        for process in processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
        shutil.rmtree(scratch, ignore_errors=True)
    print(json.dumps(result))


main()
