# SPDX-License-Identifier: MIT
"""Opens presets and tracks in the studio as a person does, by keys and by dropping files; prints what was looked at.

usage: studio_opening.py URL FOLDER PRESET
The preset is a file of the test's own, which the studio at URL has open with a track.
"""

import json
import os
import sys
import time

import websocket

from browser import Browser
from looks import check, clean, faultless, in_both_themes, judge, look, tab_through, text_of, until, use

url, folder, preset = sys.argv[1:4]

TITLE = "document.getElementById('title').textContent"
FILE = "document.getElementById('file').textContent"
TRACK = "document.getElementById('track-title').textContent"
CLOCK = "document.getElementById('clock').textContent"
SHEET = "document.getElementById('sheet').open && document.getElementById('sheet-title').textContent"
LISTED = "document.getElementById('mapping-list').innerText"
LOUDEST = "50 * 320 ** (((window.bands ?? [0]).indexOf(Math.max(...(window.bands ?? [0]))) + 0.5) / 56)"
STATUS = "document.getElementById('status').textContent"
WORDS = "document.getElementById('sheet-body').innerText"


def drop(page, name, text):
    page.run(f"""(() => {{ const carried = new DataTransfer(); carried.items.add(new File([{json.dumps(text)}], {json.dumps(name)}));
        document.body.dispatchEvent(new DragEvent('drop', {{ dataTransfer: carried, bubbles: true, cancelable: true }})); }})()""")


def drop_all(page, files):
    page.run("(() => { const carried = new DataTransfer(); for (const [name, text] of %s) carried.items.add(new File([text], name)); "
             "document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true })); })()" % json.dumps(files))


def press_button(page, words):
    page.run(f"[...document.querySelectorAll('#sheet button')].find((e) => e.textContent === {json.dumps(words)}).focus()")
    page.press("Enter")


def main(browser):
    before = text_of(preset)
    page = browser.page(url)
    other = browser.page(url)
    page.wait(f"{CLOCK}.includes('of')", "the track")
    check("the track is named", page.run(TRACK) == "visnjan-drive.gpx", page.run(TRACK))
    page.click("#play")
    page.wait("document.getElementById('play').textContent === 'Stop'", "the rain to begin")

    # A shipped preset, by keys
    page.press("o", ctrl=True)
    page.wait("document.getElementById('open-shipped')", "what can be opened")
    in_both_themes(page, "what can be opened")
    page.media(False)
    page.run("document.getElementById('open-shipped').focus(); document.getElementById('open-shipped').value = 'hiker'")
    page.press("Tab")
    page.press("Enter")
    opened = until(page, TITLE, lambda now: now == "Hiker's drops")
    check("a shipped preset is opened", opened == "Hiker's drops" and page.run(FILE) == "comes with the program", page.run(FILE))
    check("the other page follows", until(other, TITLE, lambda now: now == opened) == opened)
    check("and the rain goes on", page.run("document.getElementById('play').textContent") == "Stop")
    check("there is nothing to undo", page.run("document.getElementById('undo').ariaDisabled === 'true'"))

    # Changes are asked about
    page.write('[data-name="bed.pink"] input[type=text]', "0.02")
    page.wait(f"{FILE}.endsWith('not saved')", "a change")
    drop(page, "copy.yaml", before)
    until(page, SHEET, bool)
    check("unsaved changes are asked about", "not saved" in page.run(WORDS), page.run(WORDS))
    judge(page, "unsaved changes")
    page.press("Escape")
    check("and kept", page.run(TITLE) == opened and page.run(FILE).endswith("not saved"))
    drop(page, "copy.yaml", before)
    until(page, SHEET, bool)
    press_button(page, "Discard the changes")
    until(page, TITLE, lambda now: now == "Measured rain")
    check("a dropped preset is opened", page.run(TITLE) == "Measured rain" and page.run(FILE) == "a copy of copy.yaml", page.run(FILE))
    pink = until(page, "document.querySelector('[data-name=\"bed.pink\"] input[type=text]').value", lambda now: now == "0")
    check("and shows its own values", pink == "0", pink)
    page.press("s", ctrl=True)
    name = '[aria-label="Name of the new preset"]'
    page.wait(f"document.querySelector('{name}')", "a name to be asked for")
    for wrong in ("../copy", "a copy"):
        page.write(name, wrong)
        until(page, WORDS, lambda now: "only letters" in now)
        time.sleep(0.3)
    check("a name that is none is explained, once", page.run(WORDS).count("only letters") == 1, page.run(WORDS))
    page.press("s", ctrl=True)
    page.press("o", ctrl=True)
    time.sleep(0.3)
    kept = page.run(f"[document.querySelector('{name}')?.value, document.getElementById('sheet-title').textContent]")
    check("the keys with Ctrl leave an open sheet as it is", kept == ["a copy", "Save as"], kept)
    page.write(name, "copy")
    page.wait("!document.getElementById('sheet').open", "saving")
    saved = os.path.join(folder, "copy.yaml")
    check("it is saved byte by byte", os.path.exists(saved) and text_of(saved) == before, os.listdir(folder))
    check("the preset that was open stays", text_of(preset) == before)

    # What another program has saved meanwhile is not lost: the version on the page gets a name of its own
    page.write('[data-name="bed.brown"] input[type=text]', "0.01")
    page.wait(f"{FILE}.endsWith('not saved')", "a change")
    theirs = before.replace("'bed.brown': 0", "'bed.brown': 0.02")
    with open(saved, "w", encoding="utf-8") as file:
        file.write(theirs)
    told = until(page, STATUS, lambda now: "by another program" in now)
    check("a value that another program has changed too is named", "bed.brown was changed here and" in told and "save under another name" in told, told)
    page.press("s", ctrl=True)
    page.wait(f"{SHEET} === 'Save'", "the sheet")
    judge(page, "what is saved")
    press_button(page, "Save")
    told = until(page, "document.querySelector('#sheet [role=alert]')?.textContent ?? ''", bool)
    check("saving over it is refused", "save under another name" in told.lower() and text_of(saved) == theirs, told)
    press_button(page, "Save under another name")
    page.wait(f"document.querySelector('{name}')", "a name to be asked for")
    check("another name is suggested", page.run(f"document.querySelector('{name}').value") == "copy-2")
    press_button(page, "Save")
    page.wait("!document.getElementById('sheet').open", "saving")
    kept = text_of(os.path.join(folder, "copy-2.yaml"))
    check("both are kept", kept == before.replace("'bed.brown': 0", "'bed.brown': 0.01") and text_of(saved) == theirs, kept)

    # Text that is dragged from field to field is no file
    page.run("""(() => { const carried = new DataTransfer(); carried.setData('text/plain', 'wind');
        window.drags = ['dragover', 'drop'].map((kind) => new DragEvent(kind, { dataTransfer: carried, bubbles: true, cancelable: true }));
        for (const drag of window.drags) document.getElementById('search').dispatchEvent(drag); })()""")
    check("text that is dragged is left to the field", page.run("window.drags.map((e) => e.defaultPrevented)") == [False, False])

    # A file that is dragged across the page is awaited until it leaves the window
    page.run("""(() => { const carried = new DataTransfer(), title = document.getElementById('title'); carried.items.add(new File(['x'], 'x.csv'));
        window.awaited = [['dragover', null], ['dragleave', title], ['dragleave', null]].map(([kind, relatedTarget]) => {
          document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: carried, relatedTarget, bubbles: true, cancelable: true }));
          return document.body.classList.contains('dropping'); }); })()""")
    check("a dragged file is awaited until it leaves the window", page.run("window.awaited") == [True, True, False], page.run("window.awaited"))

    # What is none is explained
    drop(page, "broken.yaml", before.replace("bed.pink", "bed.pinkish"))
    until(page, SHEET, bool)
    words = page.run(WORDS)
    check("a broken preset is refused with the place and a remedy", "broken.yaml:11:3" in words and "bed.pink" in words, words)
    page.press("Escape")
    drop(page, "broken.gpx", "<gpx></gpx>")
    until(page, SHEET, bool)
    words = page.run(WORDS)
    check("so is a broken track", words.startswith("broken.gpx: ") and page.run(TRACK) == "visnjan-drive.gpx", words)
    judge(page, "a refused file")
    page.press("Escape")
    drop(page, "../../etc/<b>.csv", "x")
    until(page, SHEET, bool)
    check("a name is only a name", page.run(WORDS).startswith("<b>.csv:") and page.run("document.querySelectorAll('#sheet b').length") == 0, page.run(WORDS))
    page.press("Escape")

    # A track
    start = "time,lat,lon\n"
    drop(page, "short.csv", start + "".join(f"2026-05-01T10:00:{s:02d}Z,45.{s + 100:04d},13.7\n" for s in range(0, 60, 2)))
    track = until(page, TRACK, lambda now: now == "short.csv")
    clock = until(page, CLOCK, lambda now: now.endswith("of 00:58"))
    check("a dropped track is played", track == "short.csv" and clock.endswith("of 00:58"), f"{track} {clock}")
    check("on the other page too", until(other, TRACK, lambda now: now == track) == track)
    check("the rain goes on with it", until(page, CLOCK, lambda now: not now.startswith("00:00")) and page.run("document.getElementById('play').textContent") == "Stop")
    clean(page, "another track")

    # A preset and a track at once: what is asked about the preset stays
    page.write('[data-name="bed.pink"] input[type=text]', "0.02")
    page.wait(f"{FILE}.endsWith('not saved')", "a change")
    fixes = [f"2026-05-01T10:00:{s:02d}Z,45.{s + 100:04d},13.7\n" for s in range(0, 60, 2)]
    drop_all(page, [["both.csv", start + "".join(fixes)], ["both.yaml", before.replace("Measured rain", "Both")]])
    both = until(page, TRACK, lambda now: now == "both.csv")
    until(page, SHEET, bool)
    time.sleep(0.5)
    check("a preset that comes with a track is asked about", both == "both.csv" and page.run(SHEET) == "Open another preset", f"{both} {page.run(SHEET)}")
    if page.run(SHEET):
        press_button(page, "Discard the changes")
    both = until(page, TITLE, lambda now: now == "Both")
    check("and opened", both == "Both", both)

    # Of several presets none is opened in silence, and saving first goes on to open
    drop_all(page, [[f"{name}.yaml", before.replace("Measured rain", name)] for name in ("One", "Two")])
    until(page, SHEET, bool)
    check("several presets are refused", "These are 2 presets" in page.run(WORDS) and page.run(TITLE) == "Both", page.run(WORDS))
    page.press("Escape")
    page.write('[data-name="bed.pink"] input[type=text]', "0.02")
    page.wait(f"{FILE}.endsWith('not saved')", "a change")
    drop(page, "next.yaml", before.replace("Measured rain", "Next"))
    until(page, SHEET, bool)
    press_button(page, "Save first")
    page.wait(f"document.querySelector('{name}')", "a name to be asked for")
    page.write(name, "first")
    opened = until(page, TITLE, lambda now: now == "Next")
    check("saving first saves and then opens", opened == "Next" and os.path.exists(os.path.join(folder, "first.yaml")), opened)

    # Saving takes the version that is heard: with changes in the other one it is not offered
    page.write('[data-name="bed.pink"] input[type=text]', "0.02")
    page.wait(f"{FILE}.endsWith('not saved')", "a change")
    page.click("#ab")
    page.wait("document.getElementById('ab').textContent === 'Version B'", "B")
    drop(page, "lost.yaml", before.replace("Measured rain", "Lost"))
    until(page, SHEET, bool)
    words, buttons = page.run(WORDS), page.run("[...document.querySelectorAll('#sheet button')].map((e) => e.textContent)")
    check("changes of the other version are asked about", words.startswith("Version A of Next has") and buttons == ["Cancel", "Discard the changes"], f"{words} {buttons}")
    page.press("Escape")
    page.click("#ab")
    page.wait("document.getElementById('ab').textContent === 'Version A'", "A")
    page.click("#undo")
    page.wait(f"!{FILE}.endsWith('not saved')", "no change")

    # Several at once, each with its place
    moved = lambda row, north: row.replace(",45.", f",{45 + north}.")
    drop_all(page, [["ann.csv", start + "".join(fixes)], ["bea.csv", start + "".join(moved(row, 1) for row in fixes)]])
    both = until(page, TRACK, lambda now: now == "2 tracks")
    place = until(page, "document.getElementById('now').textContent", lambda now: "bea" in now and "46.0" in now)
    check("several tracks are played, each with its place", both == "2 tracks" and place.startswith("ann: 45.0") and ". bea: 46.0" in place, f"{both}: {place}")
    look(page, "several tracks")
    tab_through(page, "another track")
    page.press("o", ctrl=True)
    page.wait("document.getElementById('open-shipped')", "what can be opened")
    press_button(page, "Play without a track")
    until(page, TRACK, lambda now: not now)
    check("a track is left out", page.run(TRACK) == "" and until(page, CLOCK, lambda now: now == "–") == "–", page.run(CLOCK))
    look(page, "without a track")

    # A page that is away while an export ends learns it when it is back; one that comes later is not told
    away = browser.page(url)
    away.call("Page.addScriptToEvaluateOnNewDocument", source="""const Socket = WebSocket; window.sockets = [];
        window.WebSocket = class extends Socket { constructor(address) { super(window.isAway ? `${address}s` : address); window.sockets.push(this); } };""")
    away.go(url)
    away.click("#export")
    away.wait("document.querySelector('[aria-label=\"Length in seconds\"]')", "the sheet")
    away.write('[aria-label="Length in seconds"]', "3600")
    away.wait("document.querySelector('#sheet progress')", "the export")
    away.run("window.isAway = true; window.sockets.at(-1).close()")
    check("without the studio no export goes on in a sheet", until(away, SHEET, lambda now: not now) is False)
    page.run("import('./wire.js').then((wire) => wire.ask('cancelExport'))")
    ended = "The export was cancelled; nothing is kept."
    until(page, STATUS, lambda now: now == ended)
    away.run("window.isAway = false")
    told = until(away, STATUS, lambda now: now == ended)
    check("a page that was away learns how an export ended", told == ended, told)
    away.go(url)
    time.sleep(0.5)
    check("a page that comes later is not told", away.run(STATUS) == "", away.run(STATUS))
    away.call("Page.navigate", url="about:blank")

    # A channel tried by hand, by keys, and heard: the tone follows the speed from 500 Hz to 2 kHz
    in_both_themes(page, "channels to try")
    page.media(False)
    page.run("import('./wire.js').then((wire) => { wire.on('moment', ({ bands }) => { window.bands = bands }) })")
    page.run("(() => { const e = document.getElementById('f-to'); e.value = 'tone.frequency'; e.dispatchEvent(new Event('change')) })()")
    until(page, "document.getElementById('f-range').value", lambda now: now.startswith("1000, "))
    page.write("#f-range", "500, 2000")
    until(page, LISTED, lambda now: "500 to 2,000 Hz" in now)
    page.run("document.getElementById('t-speed').focus()")
    check("a channel is not known at first", page.run("document.getElementById('t-speed').getAttribute('aria-valuetext')") == "not known")
    page.press("End")
    high = until(page, LOUDEST, lambda now: 1800 < now < 2300)
    check("a channel tried by hand is heard", 1800 < high < 2300, f"{high} Hz")
    page.press("Home")
    low = until(page, LOUDEST, lambda now: 430 < now < 560)
    check("at its other end too", 430 < low < 560, f"{low} Hz")
    words = page.run("document.getElementById('t-speed').getAttribute('aria-valuetext')")
    check("it is said in its unit", words == "0 km/h", words)
    check("the other page shows it", until(other, "document.getElementById('t-speed').getAttribute('aria-valuetext')", lambda now: now == words) == words)
    check("the curve has it", page.run("document.querySelectorAll('#curve .now-dot').length") == 1)
    tab_through(page, "channels to try")
    page.click("#test-clear")
    rest = until(page, LOUDEST, lambda now: 860 < now < 1120)
    check("back at rest the tone is as it rests", 860 < rest < 1120, f"{rest} Hz")
    phone = browser.page(url, 390, 844, is_phone=True)
    phone.click("#open")
    phone.wait("document.getElementById('open-shipped')", "what can be opened")
    look(phone, "390x844 what can be opened")
    judge(phone, "390x844 what can be opened")

    # One page too many says so, and has its place as soon as another is closed
    phone.call("Page.navigate", url="about:blank")
    time.sleep(0.5)
    crowd = [websocket.create_connection(url.replace("http:", "ws:") + "socket", origin="/".join(url.split("/")[:3])) for _ in range(14)]
    phone.call("Page.navigate", url=url)
    told = until(phone, "document.getElementById('status')?.textContent ?? ''", lambda now: "too many pages" in now)
    check("a page too many says so", "too many pages are open; close one" in told, told)
    for socket in crowd:
        socket.close()
    phone.wait("document.querySelectorAll('#rows .row').length > 20", "a place")
    faultless(((page, "the page"), (other, "the other page"), (phone, "the phone")))


use(Browser(), main)
