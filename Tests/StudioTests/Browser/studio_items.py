# SPDX-License-Identifier: MIT
"""Adds, changes and removes mappings and events in the studio as a person does, mostly by keys; prints what was looked at.

usage: studio_items.py URL FOLDER PRESET
The preset is a file of the test's own, which the studio at URL has open.
"""

import sys
import time

from browser import Browser
from looks import check, clean, faultless, in_both_themes, judge, look, named, tab_through, text_of, until, use

url, folder, preset = sys.argv[1:4]

ROWS = "[...document.querySelectorAll('#%s-list .item')].map((e) => e.innerText.replaceAll('\\n', ' '))"
MAPPINGS, EVENTS = ROWS % "mapping", ROWS % "event"
FAULTS = "[...document.querySelectorAll('#form .fault')].map((e) => e.textContent).filter(Boolean)"
UNDO = "document.getElementById('undo').title"


def fill(page, selector, text):
    """Types into a field and leaves it by Tab."""
    page.wait(f"document.querySelector('{selector}')", selector)
    page.run(f"document.querySelector('{selector}').focus(); document.querySelector('{selector}').select?.()")
    page.call("Input.insertText", text=text)
    page.press("Tab")


def pick(page, selector, value):
    """Chooses from a list as keys do."""
    page.run(f"(() => {{ const e = document.querySelector('{selector}'); e.focus(); e.value = '{value}'; e.dispatchEvent(new Event('change')) }})()")


def undo(page, count=1):
    for _ in range(count):
        title = page.run(UNDO)
        page.run("document.activeElement.blur()")
        page.press("z", ctrl=True)
        until(page, UNDO, lambda now: now != title)


def band(page, hertz):
    """The level now around a pitch, in dB, from the studio's spectrum."""
    return page.run(f"window.bands?.[Math.floor(56 * Math.log({hertz} / 50) / Math.log(320))] ?? -120")


def main(browser):
    before = text_of(preset)
    page = browser.page(url)
    page.run("import('./wire.js').then((wire) => { wire.on('moment', ({ bands }) => { window.bands = bands }) })")
    rows = until(page, MAPPINGS, bool)
    check("a mapping is listed in words", rows == ["speed → drops.brightness 0 to 100 km/h → -1 to 1 oct"], rows)
    check("so is an event", page.run(EVENTS) == ["departed glass e4"], page.run(EVENTS))

    # Fields
    fill(page, "#f-smooth-release", "1.5")
    page.wait(f"{UNDO}.includes('1.5')", "the smoothing to be taken")
    fill(page, "#f-range", "-1, 5000")
    faults = until(page, FAULTS, bool)
    check("a refused value is explained beside its field", len(faults) == 1 and "5,000" in faults[0] and faults[0].endswith("Stay between -3 and 3 oct."), faults)
    check("it stays there to be mended", page.run("document.getElementById('f-range').value") == "-1, 5000"
          and page.run("document.getElementById('f-range').getAttribute('aria-invalid')") == "true")
    check("and the rain stays as it was", page.run(MAPPINGS) == rows and "1.5" in page.run(UNDO), page.run(UNDO))
    in_both_themes(page, "a refused value")
    page.media(False)
    fill(page, "#f-range", "-0.5, 1")
    until(page, MAPPINGS, lambda now: "-0.5 to 1" in now[0])
    check("mended, it is taken", page.run(MAPPINGS)[0].endswith("-0.5 to 1 oct") and not page.run(FAULTS), page.run(MAPPINGS))
    undo(page)
    until(page, MAPPINGS, lambda now: now == rows)
    check("undo brings the value back into its field", until(page, "document.getElementById('f-range').value", lambda v: v == "-1, 1") == "-1, 1")

    # A domain that falls keeps its order, also while its points are moved
    fill(page, "#f-domain", "100, 0")
    until(page, MAPPINGS, lambda now: "100 to 0" in now[0])
    page.run("document.querySelectorAll('.handle')[0].focus()")
    page.press("ArrowDown", shift=True)
    falling = until(page, MAPPINGS, lambda now: "-1 to 1" not in now[0])
    check("a point of a falling domain is moved, by a fine step", "100 to 0 km/h → -1." in falling[0], falling)
    line = page.run("document.querySelector('#curve .line').getAttribute('d').match(/[0-9.]+ /g).map(Number)")
    check("its curve runs from left to right", all(a <= b for a, b in zip(line, line[1:])), line)
    ends = page.run("[...document.querySelectorAll('.handle')].map((e) => e.ariaLabel.split(', ')[1])")
    check("and its ends are named by their channel's values", ends == ["high end", "low end"], ends)
    undo(page, 2)
    until(page, MAPPINGS, lambda now: now == rows)

    # Another channel, another shape
    fill(page, "#f-from", "lost")
    other = until(page, MAPPINGS, lambda now: now[0].startswith("lost"))
    check("a mapping is given another channel, with what depends on it", other[0].startswith("lost → drops.brightness 0 to 1 → "), other)
    check("a channel without a unit has no field for one", until(page, "!document.getElementById('f-unit')", bool))
    undo(page)
    check("that is one step", until(page, MAPPINGS, lambda now: now == rows) == rows)
    until(page, "Boolean(document.getElementById('f-unit'))", bool)
    fill(page, "#f-from", "sped")
    faults = until(page, FAULTS, bool)
    check("a misspelt channel is answered with the right one", "speed" in faults[0], faults)
    page.run("document.getElementById('f-from').focus()")
    page.press("Escape")
    check("Escape takes back what was typed", page.run("document.getElementById('f-from').value") == "speed" and not page.run(FAULTS))
    pick(page, "#f-curve", "table")
    handles = until(page, "document.querySelectorAll('.handle').length", lambda n: n == 3)
    check("a curve becomes points", handles == 3, handles)
    points = until(page, "document.getElementById('f-curve-table')?.value", bool)
    check("which are also written", points == "0: -1, 50: 0, 100: 1", points)
    fill(page, "#f-curve-table", "0: -1, 30: 0.5, 60: 0.8, 100: 1")
    check("there a point is added", until(page, "document.querySelectorAll('.handle').length", lambda n: n == 4) == 4)
    undo(page, 2)
    until(page, "document.querySelectorAll('.handle').length", lambda n: n == 2)

    # A mapping that chooses by names, by keys alone
    page.run("document.getElementById('add-mapping').focus()")
    page.press("Enter")
    page.wait("document.getElementById('sheet').open", "the sheet")
    check("what a new mapping needs is asked for", page.run("document.activeElement.closest('label').innerText").startswith("The channel"))
    look(page, "a new mapping")
    judge(page, "a new mapping")
    page.run("document.activeElement.select()")
    page.call("Input.insertText", text="phase")
    page.press("Tab")
    pick(page, "#sheet select", "wash.pulse")
    page.press("Enter")
    added = until(page, MAPPINGS, lambda now: len(now) == 2)
    check("a mapping is added", added[-1].startswith("phase → wash.pulse"), added)
    page.wait("document.activeElement.matches('#mapping-list .item[aria-checked=true]')", "the new mapping to have the focus")
    page.wait("document.querySelector('[aria-label=\"New name\"]')", "its names")
    for name, value in (("visiting", "1.2"), ("aproaching", "4")):
        fill(page, '[aria-label="New name"]', name)
        page.run("document.querySelector('[aria-label=\"The new name gives\"]').focus()")
        page.run("document.activeElement.select()")
        page.call("Input.insertText", text=value)
        page.press("Enter")
        page.wait(f"document.querySelector('[aria-label=\"Name {name}\"]')", name)
    fill(page, '[aria-label="Name aproaching"]', "approaching")
    page.wait("document.querySelector('[aria-label=\"Name approaching\"]')", "another name")
    words = page.run(MAPPINGS)[-1]
    check("it chooses by names", "visiting → 1.2" in words and "approaching → 4" in words, words)
    fill(page, '[aria-label="approaching gives"]', "-4")
    faults = until(page, FAULTS, bool)
    check("a value that cannot be is refused", len(faults) == 1 and "4" in faults[0], faults)
    fill(page, '[aria-label="New name"]', "St. Co.")
    page.run("document.querySelector('[aria-label=\"Add the name\"]').click()")
    faults = until(page, FAULTS, lambda now: now and "new name" in now[0])
    check("a new name without a value is asked for one", "new name needs a value" in faults[0], faults)
    fill(page, '[aria-label="approaching gives"]', "3")
    until(page, MAPPINGS, lambda now: "approaching → 3" in now[-1])

    # An event, which sounds when it is touched
    page.click("#play")
    page.wait("document.getElementById('play').textContent === 'Stop'", "the rain to begin")
    page.run("document.getElementById('add-event').focus()")
    page.press("Enter")
    page.wait("document.getElementById('sheet').open", "the sheet")
    page.run("document.activeElement.select()")
    page.call("Input.insertText", text="fix lost")
    page.press("Enter")
    page.wait(f"{EVENTS}.length === 2", "the event")
    page.wait("document.getElementById('f-play-notes')", "its fields")
    check("an event is added", page.run(EVENTS)[-1] == "fix lost wood e4", page.run(EVENTS))
    time.sleep(3)
    quiet = band(page, 440)
    fill(page, "#f-play-notes", "a4, e5")
    # On a busy machine the note is over before another look.
    levels = [quiet]
    until(page, "1", lambda _: levels.append(band(page, 440)) or max(levels) > quiet + 8, 5)
    loud = max(levels)
    page.wait(f"{EVENTS}[1] === 'fix lost wood a4 e5'", "its notes")
    check("a touched event is heard", loud > quiet + 3, f"440 Hz from {quiet} to {loud} dB")
    fill(page, "#f-play-notes", "h4")
    faults = until(page, FAULTS, bool)
    check("a note that is none is explained", "h4" in faults[0], faults)
    fill(page, "#f-play-notes", "a4")
    page.wait(f"{EVENTS}[1] === 'fix lost wood a4'", "one note")
    pick(page, "#f-play-voice", "bell")
    fill(page, "#f-duck-by", "6")
    page.wait("document.getElementById('f-duck-release')", "the release of a duck")
    page.run("document.getElementById('f-say').focus()")
    page.call("Input.insertText", text="No ")
    for verb, gone in (("undo", "!"), ("redo", "")):
        page.run(f"import('./wire.js').then((wire) => wire.ask('{verb}'))")
        page.wait(f"{gone}document.getElementById('f-duck-release')", verb)
    page.call("Input.insertText", text="fix.")
    page.press("Tab")
    said = until(page, "document.getElementById('item-say').textContent", bool)
    check("what is being typed stays while other fields come and go", said == "No fix.", said)
    clean(page, "an event")

    # Removing, and back
    page.run("document.querySelector('#event-list .item').focus()")
    left = page.run(EVENTS)
    page.press("Delete")
    gone = until(page, EVENTS, lambda now: len(now) == 1)
    check("the event that has the focus is removed by a key", gone == left[1:], gone)
    undo(page)
    check("and brought back", until(page, EVENTS, lambda now: now == left) == left)

    # Another page removes what stands before the item at hand, or the item itself
    notes, remove = "document.getElementById('f-play-notes')", "import('./wire.js').then((wire) => wire.ask('remove', { event: 0 }))"
    second = "document.querySelectorAll('#event-list .item')[1]"
    page.run(f"{second}.click()")
    page.wait(f"{notes}?.value === 'a4'", "the fields of the second")
    page.run(f"window.notes = {notes}; {second}.click(); {notes}.focus(); {notes}.select()")
    page.run("import('./wire.js').then((wire) => wire.askNewest('form', 'form', { event: 1 }))")
    check("an item that is chosen again keeps its fields", page.run(f"{notes} === window.notes && {notes} === document.activeElement"))
    page.call("Input.insertText", text="b4")
    page.run(remove)
    until(page, EVENTS, lambda now: len(now) == 1)
    page.press("Enter")
    typed = until(page, EVENTS, lambda now: now == ["fix lost bell b4"])
    check("what is typed reaches its item, wherever it stands by then", typed == ["fix lost bell b4"], typed)
    undo(page, 2)
    until(page, EVENTS, lambda now: now == left)
    page.run("document.querySelectorAll('#event-list .item')[0].click()")
    page.wait(f"{notes}?.value === 'e4'", "the fields of the first")
    page.run(f"{notes}.focus(); {notes}.select()")
    page.call("Input.insertText", text="c5")
    page.run(remove)
    page.wait(f"{notes}?.value === 'a4'", "the fields of the one that takes its place")
    time.sleep(0.5)
    check("and no other where its item has gone", page.run(EVENTS) == left[1:] and not page.run(FAULTS), page.run(EVENTS))
    undo(page)
    until(page, EVENTS, lambda now: now == left)

    # A click that begins by taking what was typed
    page.run("document.querySelectorAll('#event-list .item')[0].click()")
    page.wait(f"{notes}?.value === 'e4'", "the fields of the first")
    page.run(f"{notes}.focus(); {notes}.select()")
    page.call("Input.insertText", text="c5")
    x, y = page.middle("#event-list .item:last-child")
    page.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
    until(page, EVENTS, lambda now: now[0].endswith("c5"))
    page.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)
    check("a click that also takes what was typed chooses its item", until(page, f"{notes}?.value", lambda v: v == "a4") == "a4")
    undo(page)
    until(page, EVENTS, lambda now: now == left)

    # Looks, once the levels of the layers have settled
    time.sleep(1)
    tab_through(page, "with an event")
    named(page, "with an event")
    phone = browser.page(url, 390, 844, is_phone=True)
    phone.wait("document.querySelectorAll('#event-list .item').length", "the phone's events")
    first = phone.run("[...document.querySelectorAll('#mapping-list .item')].map((e) => e.ariaChecked)")
    check("a page that opens shows the first mapping", len(first) > 1 and first.index("true") == 0, first)
    phone.run("document.querySelectorAll('#mapping-list .item')[1].click()")
    phone.wait("document.querySelector('.names')", "its names")
    in_both_themes(phone, "390x844 names")
    tab_through(phone, "390x844 names")
    page.click("#play")

    # Saving
    page.run("document.activeElement.blur()")
    page.press("s", ctrl=True)
    page.wait("document.getElementById('sheet').open", "the sheet")
    page.click("#sheet-buttons .primary")
    page.wait("!document.getElementById('sheet').open", "saving")
    after = text_of(preset)
    by_hand = before.replace("release: 0.8}", "release: 1.5}").replace("events:\n", (
        "  - from: phase\n    to: wash.pulse\n    choose: { visiting: 1.2, approaching: 3 }\n    otherwise: base\nevents:\n")) + (
        "  - { on: fix lost, play: { voice: bell, notes: [a4] }, duck: { by: 6 }, say: No fix. }\n")
    check("the file is as a person would have written it", after == by_hand, [
        line for line in zip(after.split("\n"), by_hand.split("\n")) if line[0] != line[1]][:4])
    faultless(((page, "the page"), (phone, "the phone")))


use(Browser(), main)
