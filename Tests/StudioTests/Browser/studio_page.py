# SPDX-License-Identifier: MIT
"""Uses the studio as a person does, in a real browser, and prints one line of JSON for every thing that was looked at.

usage: studio_page.py URL FOLDER PRESET
The preset is a file of the test's own, which the studio at URL has open; exports go into FOLDER. Nothing but what is
printed counts: `{"name": ..., "ok": ..., "detail": ...}`.
"""

import array
import json
import math
import os
import subprocess
import sys
import time

from browser import Browser
from looks import check, clean, faultless, in_both_themes, look, named, quiet, tab_through, text_of, uncovered, until, use

url, folder, preset = sys.argv[1:4]


def changed_lines(before, after):
    """Numbers of the lines that differ; None where lines came or went."""
    old, new = before.split("\n"), after.split("\n")
    if len(old) != len(new):
        return None
    return [(a, b) for a, b in zip(old, new) if a != b]


def shown_level(page):
    shown = page.run("document.getElementById('page-level').textContent")
    try:
        return float(shown.split()[0])
    except (ValueError, IndexError):
        return float("nan")


def level(page):
    """What the page's own analyser hears of a steady sound, in dB: the most of six readings, as a busy machine leaves gaps."""
    readings = []
    for _ in range(6):
        readings.append(shown_level(page))
        time.sleep(0.5)
    readings = [reading for reading in readings if not math.isnan(reading)]
    return max(readings, default=float("nan"))


def samples_of(path):
    """The middle second of a sound file's left channel, and its rate and seconds; read by sox."""
    rate, frames = (int(subprocess.check_output(["soxi", what, path])) for what in ("-r", "-s"))
    data = subprocess.check_output(["sox", path, "-t", "raw", "-e", "signed", "-b", "16", "-c", "1", "-", "remix", "1"])
    samples = array.array("h", data)
    start = max(0, len(samples) // 2 - rate // 2)
    return samples[start:start + rate], rate, frames / rate


def tone_of(samples, rate, low=200, high=4000):
    """The strongest pitch in Hz, by Goertzel's recursion, in steps of 4 Hz."""
    best = (0, 0)
    for hertz in range(low, high, 4):
        coefficient = 2 * math.cos(2 * math.pi * hertz / rate)
        a = b = 0.0
        for sample in samples[:6000]:
            a, b = sample + coefficient * a - b, a
        best = max(best, (a * a + b * b - coefficient * a * b, hertz))
    return best[1]


def main(browser):
    before = text_of(preset)
    page = browser.page(url)
    other = browser.page(url)

    # As it opens, on a usual screen
    page.size(1440, 900)
    page.call("Page.bringToFront")
    page.wait("document.getElementById('clock').textContent.includes('of')", "the clock")
    check("the clock begins at the track's start", page.run("document.getElementById('clock').textContent").startswith("00:00 of "),
          page.run("document.getElementById('clock').textContent"))
    page.call("Input.dispatchMouseEvent", type="mouseWheel", x=700, y=885, deltaX=0, deltaY=900)
    page.call("Input.dispatchMouseEvent", type="mouseWheel", x=200, y=500, deltaX=300, deltaY=0)
    time.sleep(0.3)
    sizes = page.run("[document.documentElement.scrollHeight - innerHeight, scrollY, document.getElementById('rows').scrollLeft]")
    check("1440x900: the page is as high as the window, and its parameters scroll only downwards", sizes == [0, 0, 0], sizes)
    clean(page, "as it opens")
    # Between a phone and a wide screen, as where a usual screen is enlarged
    page.wait("document.querySelector('.field')", "the fields of the mapping")
    cramped = []
    for width in (1280, 1240, 1101, 1100, 1024, 901):
        page.size(width, 768)
        time.sleep(0.2)
        narrowest, title, start = page.run("""[Math.min(...[...document.querySelectorAll('.field :is(input, select), .row input[type=range]')]
            .map((e) => e.clientWidth).filter(Boolean)), ...['.brand h1', '#play'].map((e) => document.querySelector(e).getBoundingClientRect())
            .map((e) => [e.left, e.top, e.right, e.bottom])]""")
        is_over = title[2] > start[0] and title[3] > start[1]
        if narrowest < 55 or title[2] - title[0] < 90 or is_over:
            cramped.append((width, narrowest, title, start))
    check("901 to 1280 pixels wide: the fields and the title have room", not cramped, cramped)
    page.size(1280, 800)

    # Two quick clicks are on and off again, with one way to the loudspeaker
    page.run("""(() => { const Context = AudioContext; window.contexts = [];
        window.AudioContext = class extends Context { constructor(...given) { super(...given); window.contexts.push(this); } };
        document.getElementById('listen').click(); document.getElementById('listen').click(); })()""")
    states = until(page, "window.contexts.map((e) => e.state).join()", lambda now: now == "suspended", 5)
    pressed = page.run("document.getElementById('listen').getAttribute('aria-pressed')")
    check("a second click while the sound still opens turns it off again", states == "suspended" and pressed == "false", f"{states} {pressed}")

    # Sound
    page.click("#play")
    page.wait("document.getElementById('play').textContent === 'Stop'", "the rain to begin")
    page.wait("/dB/.test(document.getElementById('page-level').textContent)", "the page to hear something")
    time.sleep(2)
    loud = level(page)
    check("without a device the page's own analyser hears sound", -50 < loud < -5, f"{loud:.2f} dB")
    page.run("document.getElementById('master').focus()")
    page.press("ArrowLeft", times=6)
    page.wait("document.getElementById('master-value').textContent.startsWith('-6')", "the master to be lowered by 6")
    # What is on its way to the page sounds as before.
    deadline = time.monotonic() + 20
    while not shown_level(page) < loud - 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    soft = level(page)
    check("6 dB less when the master is lowered by 6", abs(loud - soft - 6) < 0.5, f"{loud:.2f} to {soft:.2f} dB")
    other.wait("document.getElementById('master-value').textContent.startsWith('-6')", "the other page to follow")
    check("two pages are in step", True)
    page.click("#undo")
    page.wait("document.getElementById('master-value').textContent.startsWith('-5')", "undo")
    for _ in range(5):
        page.click("#undo")
        time.sleep(0.1)
    page.wait("document.getElementById('undo').ariaDisabled === 'true'", "undo to the beginning")
    check("undo takes back step by step", page.run("document.getElementById('master-value').textContent").startswith("0"))
    titles = page.run("['undo', 'redo'].map((id) => document.getElementById(id).title)")
    check("undo and redo tell their step and their keys", titles[0] == "Nothing to undo (Ctrl+Z)" and titles[1].startswith("Redo: master.level = ") and titles[1].endswith(" (Ctrl+Shift+Z)"), titles)
    check("and keeps the focus when there is no more", page.run("document.activeElement.id") == "undo")

    # The track
    page.click("#freeze")
    page.wait("document.getElementById('freeze').getAttribute('aria-pressed') === 'true'", "the track to stand still")
    page.run("document.getElementById('scrub').focus()")
    page.press("Home")
    page.wait("document.getElementById('clock').textContent.startsWith('00:00')", "the track's start")
    time.sleep(1.5)
    check("a frozen track stands where it was put", page.run("document.getElementById('clock').textContent").startswith("00:00"))
    other.wait("document.getElementById('clock').textContent.startsWith('00:00')", "the other page's clock")
    page.click("#freeze")
    page.wait("!document.getElementById('clock').textContent.startsWith('00:00')", "the track to go on")
    check("it goes on from there", True)

    # By chance, and back
    figures = "[...document.querySelectorAll('.row input[type=text]')].map((e) => e.value).join()"
    as_opened = page.run(figures)
    page.click("#vary")
    page.wait(f"{figures} !== {json.dumps(as_opened)}", "other values")
    page.click("#undo")
    page.wait("document.getElementById('status').textContent === 'Undone: random variation.'", "what was undone, in words")
    page.wait(f"{figures} === {json.dumps(as_opened)}", "the old values")
    check("chance changes values, and one undo brings them back", True)

    # The layers: those that sound first, the loudest first of all; those that are off folded, one click from on
    titles = "[...document.querySelectorAll('#rows .group h3')].filter((e) => e.querySelector('.level').textContent).map((e) => [e.firstChild.textContent, e.querySelector('.level').textContent])"
    layers = until(page, titles, lambda v: v and v[0][1].endswith("dB"))
    # White noise of 0.03 per sample is at -30.5 dB, a sine of -14 dB at -17.0.
    sounding = [(name, float(level.split()[0])) for name, level in layers if level.endswith("dB")]
    check("layers that sound come first, the loudest first", [name for name, _ in sounding] == ["tone", "bed"] and layers[:2] == [list(one) for one in layers if one[1].endswith("dB")], layers)
    check("a layer's level stands beside its name", abs(sounding[0][1] + 17) < 0.5, sounding)
    off = [name for name, level in layers if level == "off"]
    check("layers that are off are named so", {"rain", "wind", "thunder", "drops"} <= set(off), off)
    wind = "[...document.querySelectorAll('[data-name^=\"wind.\"]')].filter((e) => e.offsetHeight).length"
    check("and folded", page.run(wind) == 0)
    page.run("[...document.querySelectorAll('#rows h3 button')].find((e) => e.getAttribute('aria-label') === 'Turn on wind').scrollIntoView({block: 'center'})")
    page.click("[aria-label='Turn on wind']")
    rows = until(page, wind, lambda v: v == 2)
    heard = until(page, titles, lambda v: dict(map(tuple, v)).get("wind", "").endswith("dB"))
    check("one click turns a layer on", rows == 2 and dict(map(tuple, heard))["wind"].endswith("dB"), heard)
    # The picture: of the loudest layer, or of the one at hand
    pictured = "document.getElementById('picture-title').textContent"
    told = "document.getElementById('picture').getAttribute('aria-label')"
    drawn = "(() => { const c = document.getElementById('picture'); return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.reduce((sum, v) => sum + v, 0) })()"
    check("the picture is of the loudest layer", page.run(pictured) == "Tone" and "loudest in the octave of 1 kHz" in page.run(told), page.run(told))
    tone = page.run(drawn)
    for layer, name, title in (("bed.pink", "bed", "Bed of noise"), ("wind.speed", "wind", "Wind at 6 m/s")):
        page.run(f"document.querySelector('[data-name=\"{layer}\"] input').focus()")
        shown = until(page, pictured, lambda v: v == title)
        time.sleep(0.3)
        check(f"the picture is of the layer at hand: {name}", shown == title and page.run(told).startswith(f"{title}: ") and page.run(drawn) not in (0, tone), page.run(told))
    page.run("(() => { const e = document.getElementById('picture-layer'); e.value = 'strikes'; e.dispatchEvent(new Event('change')) })()")
    notes = until(page, told, lambda v: v.startswith("Notes of the events"))
    offered = page.run("[...document.querySelectorAll('#picture-layer option')].map((e) => e.value).join()")
    check("each layer that sounds can be chosen", notes.startswith("Notes of the events") == ("strikes" in offered) and {"tone", "bed", "wind"} <= set(offered.split(",")), f"{offered} {notes}")
    page.run("document.activeElement.blur()")
    page.click("#undo")
    until(page, wind, lambda v: v == 0)
    check("and one undo off", page.run(wind) == 0)
    page.run("document.getElementById('p-tone-level').focus()")
    page.press("Home")
    levels = until(page, titles, lambda v: dict(map(tuple, v)).get("tone") == "off")
    hand = page.run("document.activeElement.id")
    check("a layer that a hand turns off is not folded away under it", dict(map(tuple, levels)).get("tone") == "off" and hand == "p-tone-level", f"{levels} {hand}")
    page.run("document.activeElement.blur()")
    page.click("#undo")
    until(page, titles, lambda v: dict(map(tuple, v)).get("tone", "").endswith("dB"))
    page.run("document.activeElement.blur(); document.getElementById('rows').scrollTop = 0")

    # A slider, by the mouse
    x, y = page.middle("#p-tone-frequency")
    page.run("document.getElementById('p-tone-frequency').scrollIntoView({block: 'center'})")
    box = page.run("(() => { const b = document.getElementById('p-tone-frequency').getBoundingClientRect(); return [b.left, b.top, b.width, b.height] })()")
    place = float(page.run("document.getElementById('p-tone-frequency').value"))
    thumb = (box[0] + 6.5 + place * (box[2] - 13), box[1] + box[3] / 2)
    page.drag(thumb, (thumb[0] + 14, thumb[1]))
    moved = until(page, "document.querySelector('[data-name=\"tone.frequency\"] input[type=text]').value", lambda v: float(v) > 1010)
    check("a slider moves its value", float(moved) > 1010, moved)
    page.write('[data-name="bed.pink"] input[type=text]', "0.013")
    page.wait("document.querySelector('[data-name=\"bed.pink\"] .travel input').getAttribute('aria-valuetext').startsWith('0.013')", "a number to be taken")

    # Numbers as they are written: with thousands as in the studio's own sentences, or with a decimal comma
    field = '[data-name="tone.frequency"] input[type=text]'
    for written, meant in (("1,250", "1250"), ("440,5", "440.5")):
        page.write(field, written)
        read = until(page, f"document.querySelector('{field}').value", lambda v: v == meant)
        check(f"{written} is understood", read == meant, read)
    page.write(field, moved)
    until(page, f"document.querySelector('{field}').value", lambda v: v == moved)

    # A screen reader moves sliders without a pointer and without keys: each is a step of undo of its own
    slide = "(() => { const e = document.getElementById('p-%s'); e.value = %s; e.dispatchEvent(new Event('input')); e.dispatchEvent(new Event('change')) })()"
    text = "document.querySelector('[data-name=\"%s\"] input[type=text]').value"
    former = [page.run(text % name) for name in ("wash.level", "wash.frequency")]
    for name in ("wash.level", "wash.frequency"):
        page.run(slide % (name.replace(".", "-"), 0.7))
        until(page, text % name, lambda now: now not in former)
    page.click("#undo")
    frequency = until(page, text % "wash.frequency", lambda now: now == former[1])
    check("sliders that a screen reader moves are steps of their own", frequency == former[1] and page.run(text % "wash.level") != former[0], frequency)
    page.click("#undo")
    until(page, text % "wash.level", lambda now: now == former[0])

    # A curve, by the mouse and by keys
    handle = page.run("(() => { const b = document.querySelectorAll('.handle circle:last-child')[1].getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] })()")
    page.drag(handle, (handle[0] - 40, handle[1] + 30))
    end = "document.querySelectorAll('.handle')[1].getAttribute('aria-valuetext')"
    dragged = until(page, end, lambda v: not v.startswith("100 ") and "gives 1 " not in v)
    check("a curve's end is dragged", not dragged.startswith("100 ") and "gives 1 " not in dragged, dragged)
    page.run("document.querySelectorAll('.handle')[0].focus()")
    low = page.run("document.querySelectorAll('.handle')[0].getAttribute('aria-valuenow')")
    page.press("ArrowUp")
    page.press("ArrowUp")
    lifted = until(page, "document.querySelectorAll('.handle')[0].getAttribute('aria-valuenow')", lambda v: float(v) > float(low))
    check("a curve's end is moved by keys", float(lifted) > float(low), f"{low} to {lifted}")
    time.sleep(0.5)
    low = page.run("document.querySelectorAll('.handle')[0].getAttribute('aria-valuenow')")
    page.calls([("Input.dispatchKeyEvent", dict(type="rawKeyDown", key="ArrowUp", code="ArrowUp", windowsVirtualKeyCode=38, autoRepeat=again)) for again in (False, True, True)])
    until(page, "document.querySelectorAll('.handle')[0].getAttribute('aria-valuenow')", lambda v: float(v) > float(low))
    time.sleep(0.5)
    page.click("#undo")
    undone = until(page, "document.querySelectorAll('.handle')[0].getAttribute('aria-valuenow')", lambda v: v == low)
    check("a key that is held is one step of undo", undone == low, f"{low} {undone}")
    there = until(other, end, lambda v: v == page.run(end))
    check("the other page has the same curve", there == page.run(end), there)

    # A and B
    page.click("#ab")
    page.wait("document.getElementById('ab').textContent === 'Version B'", "B")
    back = page.run("document.querySelector('[data-name=\"tone.frequency\"] input[type=text]').value")
    page.click("#ab")
    page.wait("document.getElementById('ab').textContent === 'Version A'", "A")
    check("B is the preset as it was opened", float(back) == 1000, back)
    mine = page.run("document.querySelector('[data-name=\"tone.frequency\"] input[type=text]').value")
    page.click("#copy")
    page.wait("document.getElementById('status').textContent === 'Version B is a copy of version A now.'", "the copy")
    page.click("#ab")
    page.wait("document.getElementById('ab').textContent === 'Version B'", "B")
    copied = page.run("[document.querySelector('[data-name=\"tone.frequency\"] input[type=text]').value, document.getElementById('copy').textContent]")
    check("B becomes a copy of A", copied == [mine, "Copy to A"] and float(mine) != 1000, f"{copied} {mine}")
    page.click("#undo")
    page.wait("document.querySelector('[data-name=\"tone.frequency\"] input[type=text]').value === '1000'", "B as it was")
    page.click("#ab")
    page.wait("document.getElementById('ab').textContent === 'Version A'", "A")

    # Saving
    number = "document.querySelector('[data-name=\"bed.pink\"] input[type=text]')"
    page.run(f"{number}.focus(); {number}.select()")
    page.call("Input.insertText", text="0.014")
    page.press("s", ctrl=True)
    page.wait("document.getElementById('sheet').open", "the sheet")
    told = page.run("document.getElementById('sheet-body').textContent")
    check("a number that still stands in its field is among what is saved", "0.014" in told, told)
    page.press("Escape")
    page.click("#save")
    page.wait("document.getElementById('sheet').open", "the sheet")
    told = page.run("document.querySelector('.diff').textContent")
    check("what saving changes is shown first", "tone.frequency" in told and "bed.pink" in told, told)
    check("nothing is written before", text_of(preset) == before)
    page.click("#sheet-buttons .primary")
    page.wait("!document.getElementById('sheet').open", "saving")
    after = text_of(preset)
    lines = changed_lines(before, after)
    names = [new.strip().split(":")[0] for _, new in lines or []]
    check("only the changed lines differ in the file", names == ["bed.pink", "tone.frequency", "domain", "range"], lines)
    check("comments and layout stay", all(old.split("#")[1:] == new.split("#")[1:] for old, new in lines or []), lines)
    written = float([line for line in after.split("\n") if "tone.frequency" in line][0].split(":")[1].split("#")[0])
    shown = float(page.run("document.querySelector('[data-name=\"tone.frequency\"] input[type=text]').value"))
    check("the file has what the page shows", abs(written - shown) <= 0.001 * written, f"{written} {shown}")

    # Exporting
    page.click("#export")
    page.wait("document.getElementById('sheet').open && document.querySelector('[aria-label=\"Length in seconds\"]')", "the sheet")
    page.write('[aria-label="Length in seconds"]', "")
    told = until(page, "document.querySelector('#sheet [role=alert]')?.textContent", bool)
    check("a length that is none is explained", told == "The length is a number of seconds.", told)
    page.write('[aria-label="Length in seconds"]', "3")
    page.wait("document.querySelector('#sheet a[download]')", "the export", 60)
    check("the heading of what stands there now has the focus", page.run("document.activeElement.id") == "sheet-title")
    link = page.run("document.querySelector('#sheet a[download]').getAttribute('href')")
    sound = os.path.join(folder, os.path.basename(link))
    samples, rate, seconds = samples_of(sound)
    check("a WAV of the wanted length is exported", abs(seconds - 3) < 0.01, f"{sound} {seconds} s")
    pitch = tone_of(samples, rate)
    check("it sounds as the file says", abs(pitch - written) <= 6, f"{pitch} Hz in the sound, {written} Hz in the file")
    size = page.run(f"fetch({json.dumps(link)}).then((r) => r.arrayBuffer()).then((b) => b.byteLength)")
    check("the page can fetch it", size == os.path.getsize(sound), f"{size} bytes")
    page.press("Escape")

    # The mouse rests on a button
    x, y = page.middle("#play")
    page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    look(page, "1280x800 while it plays")

    # Stopping everything
    page.wait("document.getElementById('play').textContent === 'Stop'", "the rain to go on")
    page.click("#play")
    page.wait("document.getElementById('play').textContent === 'Start'", "the rain to end")
    page.wait("/silence/.test(document.getElementById('page-level').textContent)", "silence", 10)
    check("stopping stops everything", True)
    other.wait("document.getElementById('play').textContent === 'Start'", "the other page")

    # Looks
    in_both_themes(page, "1280x800")
    page.media(False)
    page.run("document.getElementById('theme').click()")
    page.run("document.getElementById('theme').click()")
    check("the theme can be chosen", page.run("getComputedStyle(document.body).backgroundColor") != "rgb(238, 242, 244)")
    look(page, "1280x800 dark by choice")
    page.run("document.getElementById('theme').click()")
    tab_through(page, "1280x800")
    named(page, "1280x800")
    quiet(page, "1280x800")
    clean(page, "after use")
    phone = browser.page(url, 390, 844, is_phone=True)
    time.sleep(0.5)
    in_both_themes(phone, "390x844")
    tab_through(phone, "390x844")
    named(phone, "390x844")
    uncovered(phone, "390x844")
    phone.size(240, 640, is_phone=True)
    time.sleep(0.3)
    look(phone, "240x640")
    # A usual screen, enlarged four times
    phone.size(320, 256, is_phone=True)
    phone.run("scrollTo(0, 0)")
    phone.click("#undo")
    phone.wait("document.getElementById('status').textContent", "an answer")
    seen = phone.run("(() => { const b = document.getElementById('status').getBoundingClientRect(); return [b.height > 0, b.bottom <= innerHeight, scrollY < 200] })()")
    check("320x256: what has happened is seen beside the button", all(seen), seen)
    look(phone, "320x256")
    phone.size(390, 844, is_phone=True)
    phone.media(calm=True)
    moving = phone.run("[...document.querySelectorAll('*')].filter((e) => getComputedStyle(e).transitionDuration !== '0s' || getComputedStyle(e).animationName !== 'none').length")
    check("nothing moves by itself where that is not wanted", moving == 0, moving)
    faultless(((page, "the page"), (other, "the other page"), (phone, "the phone")), "has no fault and asks nothing of the outside")


use(Browser(), main)
