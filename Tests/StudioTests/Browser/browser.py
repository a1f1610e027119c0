# SPDX-License-Identifier: MIT
"""A headless Chromium, driven over the DevTools protocol (https://chromedevtools.github.io/devtools-protocol/)."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request

import websocket


class Browser:
    """One Chromium with a profile of its own; `with Browser() as browser` ends it and removes the profile."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="amaoto-browser-")
        self.program = subprocess.Popen(
            [
                "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
                "--disable-background-networking", "--disable-component-update", "--autoplay-policy=no-user-gesture-required",
                "--hide-scrollbars", "--disable-dev-shm-usage", "--remote-debugging-port=0", "--remote-allow-origins=*",
                f"--user-data-dir={self.profile}", "about:blank",
            ],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port_file = os.path.join(self.profile, "DevToolsActivePort")
        deadline = time.monotonic() + 60
        while not (os.path.exists(port_file) and open(port_file).read().count("\n") >= 1):
            if time.monotonic() > deadline or self.program.poll() is not None:
                raise RuntimeError("Chromium did not start")
            time.sleep(0.05)
        self.port = int(open(port_file).read().split()[0])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.program.terminate()
        try:
            self.program.wait(10)
        except subprocess.TimeoutExpired:
            self.program.kill()
        shutil.rmtree(self.profile, ignore_errors=True)

    def has_crashed(self):
        """Whether a signal ended the browser's own process. A page that crashes ends a child of it alone."""
        try:
            return self.program.wait(2) < 0
        except subprocess.TimeoutExpired:
            return False

    def page(self, url, width=1280, height=800, dark=False, is_phone=False):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/json/new?about:blank", method="PUT")
        target = json.load(urllib.request.urlopen(request))
        page = Page(target["webSocketDebuggerUrl"])
        page.size(width, height, is_phone)
        page.media(dark)
        page.go(url)
        return page


class Page:
    """One page. Coordinates are CSS pixels."""

    def __init__(self, address):
        self.socket = websocket.create_connection(address, timeout=60, suppress_origin=True)
        self.number = 0
        self.faults = []
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method, **parameters):
        return self.calls([(method, parameters)])[0]

    def calls(self, wanted):
        """Several calls under way at once; their results in order."""
        numbers = []
        for method, parameters in wanted:
            self.number += 1
            numbers.append(self.number)
            self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        results = {}
        while len(results) < len(numbers):
            message = json.loads(self.socket.recv())
            if message.get("id") in numbers:
                if "error" in message:
                    raise RuntimeError(f"{wanted[numbers.index(message['id'])][0]}: {message['error']}")
                results[message["id"]] = message["result"]
            else:
                self.note(message)
        return [results[number] for number in numbers]

    def note(self, message):
        """Keeps what the browser complains of: errors of scripts, refused loads, requests that leave the machine."""
        kind, content = message.get("method"), message.get("params", {})
        if kind == "Runtime.exceptionThrown":
            details = content["exceptionDetails"]
            self.faults.append(details.get("exception", {}).get("description", details["text"]))
        elif kind == "Log.entryAdded" and content["entry"]["level"] == "error":
            self.faults.append(f"{content['entry']['text']} {content['entry'].get('url', '')}")
        elif kind == "Network.requestWillBeSent":
            url = content["request"]["url"]
            if not url.startswith(("http://127.0.0.1:", "data:", "about:", "blob:")):
                self.faults.append(f"asks the outside: {url}")

    def size(self, width, height, is_phone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2 if is_phone else 1, mobile=is_phone)

    def media(self, dark=False, calm=False):
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if calm else "no-preference"},
        ])

    def go(self, url):
        self.call("Page.navigate", url=url)
        self.wait("document.readyState === 'complete' && document.querySelectorAll('#rows .row').length > 20", "the page to load")

    def run(self, script):
        """The value of an expression; a promise is awaited."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def wait(self, condition, what, seconds=20):
        deadline = time.monotonic() + seconds
        while not self.run(f"Boolean({condition})"):
            if time.monotonic() > deadline:
                raise AssertionError(f"waited in vain for {what}")
            time.sleep(0.05)

    def middle(self, selector):
        return self.run(f"""(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'nearest'}});
            const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; }})()""")

    def click(self, selector):
        x, y = self.middle(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def drag(self, start, end, steps=12):
        """Moves the pressed mouse from one place to another, on the way as a hand does."""
        (x0, y0), (x1, y1) = start, end
        self.call("Input.dispatchMouseEvent", type="mousePressed", x=x0, y=y0, button="left", clickCount=1)
        for step in range(1, steps + 1):
            x, y = x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps
            self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, button="left", buttons=1)
            time.sleep(0.01)
        self.call("Input.dispatchMouseEvent", type="mouseReleased", x=x1, y=y1, button="left", clickCount=1)

    keys = {"Tab": 9, "Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Home": 36, "End": 35}

    def press(self, key, shift=False, ctrl=False, times=1):
        code = self.keys.get(key, ord(key.upper()[0]))
        fields = dict(key=key, code=key, windowsVirtualKeyCode=code, modifiers=(8 if shift else 0) | (2 if ctrl else 0))
        if key == "Enter":
            fields["text"] = "\r"
        down = ("Input.dispatchKeyEvent", {"type": "keyDown" if "text" in fields else "rawKeyDown", **fields})
        self.calls([down, ("Input.dispatchKeyEvent", {"type": "keyUp", **fields})] * times)

    def write(self, selector, text):
        """Puts text in place of what a field has, as a person types it, and leaves the field."""
        self.run(f"document.querySelector({json.dumps(selector)}).focus(); document.querySelector({json.dumps(selector)}).select()")
        self.call("Input.insertText", text=text)
        self.press("Enter")

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
