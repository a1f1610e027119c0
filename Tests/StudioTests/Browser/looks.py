# SPDX-License-Identifier: MIT
"""What is looked at on every page of the studio: printed as one line of JSON each, `{"name": ..., "ok": ..., "detail": ...}`."""

import json
import os
import sys
import time
from importlib.util import find_spec


def check(name, ok, detail=""):
    print(json.dumps({"name": name, "ok": bool(ok), "detail": str(detail)}), flush=True)


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def until(page, script, is_so, seconds=20):
    """The value of an expression as soon as it is as wanted, or the last one."""
    deadline = time.monotonic() + seconds
    while not is_so(value := page.run(script)) and time.monotonic() < deadline:
        time.sleep(0.05)
    return value


# In every page: which boxes stick out, and which text has too little contrast.
LOOK = r"""(() => {
  const visible = (e) => { const s = getComputedStyle(e); const b = e.getBoundingClientRect(); return s.visibility !== 'hidden' && s.display !== 'none' && b.width > 1 && b.height > 1; };
  const over = [];
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide) over.push(`page ${document.documentElement.scrollWidth} > ${wide}`);
  for (const e of document.querySelectorAll('body *')) {
    if (!visible(e) || e.closest('.unseen, .skip, svg, dialog:not([open])')) continue;
    const b = e.getBoundingClientRect();
    if (b.right > wide + 0.5 || b.left < -0.5) over.push(`${e.tagName}#${e.id}.${e.className} ${b.left}..${b.right}`);
    const s = getComputedStyle(e);
    const cuts = s.overflowX !== 'visible' && s.textOverflow !== 'ellipsis' && s.overflowX !== 'auto';
    if (cuts && e.scrollWidth > e.clientWidth + 1 && e.clientWidth && !['INPUT', 'SELECT', 'CANVAS'].includes(e.tagName)) over.push(`cut ${e.tagName}#${e.id}.${e.className}`);
  }
  const parse = (text) => { const n = text.match(/[\d.]+/g).map(Number); return n.length > 3 ? n : [...n, 1]; };
  const blend = (top, under) => [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const ground = (e) => { if (!e) return [255, 255, 255, 1]; const own = parse(getComputedStyle(e).backgroundColor); return own[3] === 1 ? own : blend(own, ground(e.parentElement)); };
  const light = (c) => c.slice(0, 3).map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const faint = [];
  let least = 99, texts = 0;
  for (const e of document.querySelectorAll('body *')) {
    if (!visible(e) || e.closest('.unseen, .skip, dialog:not([open])')) continue;
    const has = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) || (e.tagName === 'INPUT' && e.type !== 'range');
    if (!has) continue;
    texts += 1;
    const s = getComputedStyle(e), isSVG = e instanceof SVGElement;
    const behind = isSVG ? parse(getComputedStyle(document.querySelector('.curve .frame')).fill) : ground(e);
    const front = blend(parse(isSVG ? s.fill : s.color), behind);
    const [a, b] = [light(front), light(behind)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    least = Math.min(least, ratio);
    if (ratio < 4.5) faint.push(`${e.tagName}.${e.className?.baseVal ?? e.className} "${e.textContent.slice(0, 20)}" ${ratio.toFixed(2)}`);
  }
  return { over, faint, least, texts };
})()"""

# What stands in the tab order, as the page has it.
WANTED = r"""[...document.querySelectorAll('button, input, select, a[href], [tabindex="0"]')].filter((e) => {
  const s = getComputedStyle(e); return !e.disabled && e.tabIndex >= 0 && s.visibility !== 'hidden' && e.getClientRects().length && !e.closest('dialog:not([open])');
}).length"""


def look(page, name):
    page.call("Page.bringToFront")
    # Meters move for ever; that is a transform.
    page.wait("document.getAnimations().every((a) => a.transitionProperty === 'transform')", "the colours to settle")
    seen = page.run(LOOK)
    check(f"{name}: nothing overflows", not seen["over"], seen["over"][:5])
    check(f"{name}: contrast is at least 4.5", not seen["faint"] and seen["texts"] > 60, f"least {seen['least']:.2f} of {seen['texts']} texts {seen['faint'][:6]}")


AXE = open(os.path.join(find_spec("axe_core_python").submodule_search_locations[0], "axe.min.js"), encoding="utf-8").read()


def judge(page, name):
    """axe-core's rules for WCAG 2.2 A and AA and its best practices."""
    page.call("Runtime.evaluate", expression=AXE)
    found = page.run("""axe.run(document, {resultTypes: ['violations']}).then(({ violations, passes }) => ({ passes: passes.length,
        violations: violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.target.join(' ')).join(', ')}`) }))""")
    check(f"{name}: axe-core finds no violation", not found["violations"] and found["passes"] > 20, f"{found['passes']} rules pass; {found['violations']}")


# What no person should read.
RAW = r"""(() => {
  const texts = [...document.querySelectorAll('body *')].filter((e) => !['SCRIPT', 'STYLE'].includes(e.tagName)).flatMap((e) => [
    ...[...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.textContent),
    ...['title', 'aria-label', 'aria-valuetext', 'placeholder'].map((a) => e.getAttribute(a) ?? ''), e.matches('input[type=range]') ? '' : e.value?.toString() ?? '']);
  // The test's own folder is named by chance, which can end in twelve digits.
  return texts.map((t) => t.replaceAll(/amaoto-[0-9A-F-]{36}/g, 'folder')).filter((t) => /NaN|undefined|null|\[object|Optional\(|Infinity|\d{12,}/.test(t));
})()"""


def clean(page, name):
    raw = page.run(RAW)
    check(f"{name}: nothing raw is shown", not raw, raw[:5])


def in_both_themes(page, name):
    """Looks at the page and has axe-core judge it in the light and in the dark theme, which stays."""
    for theme in ("light", "dark"):
        page.media(theme == "dark")
        look(page, f"{name} {theme}")
        judge(page, f"{name} {theme}")


def faultless(pages, words="has no fault"):
    """No script of the pages, which are given with their names, has failed."""
    for page, name in pages:
        page.run("1")
        check(f"{name} {words}", not page.faults, page.faults[:5])


# sysexits.h: the browser itself crashed, which says nothing about the page.
BROWSER_CRASHED = 75


def use(browser, main):
    """Runs `main` with the browser; that it came to its end is a look too."""
    with browser:
        try:
            main(browser)
        except Exception as error:
            if browser.has_crashed():
                sys.exit(BROWSER_CRASHED)
            check("the page was used to the end", False, f"{type(error).__name__}: {error}")
            raise
        check("the page was used to the end", True)


def tab_through(page, name):
    wanted = page.run(WANTED)
    page.run("document.activeElement?.blur(); window.__seen = new Set(); document.addEventListener('focusin', (e) => window.__seen.add(e.target))")
    page.press("Tab", times=wanted + 12)
    reached = page.run("window.__seen.size")
    missed = page.run(f"""[...document.querySelectorAll('button, input, select, a[href], [tabindex="0"]')].filter((e) => !window.__seen.has(e) && !e.disabled
        && e.tabIndex >= 0 && e.getClientRects().length && !e.closest('dialog:not([open])')).map((e) => e.outerHTML.slice(0, 90))""")
    check(f"{name}: every control is reached by Tab", reached >= wanted and not missed, f"{reached} of {wanted} {missed[:4]}")


def uncovered(page, name):
    """WCAG 2.2, 2.4.11 and 2.4.3: what Tab reaches is not under the footer, and the panels come in the order that is seen."""
    page.run("document.activeElement?.blur(); scrollTo(0, 0)")
    where = """(() => { const e = document.activeElement, b = e.getBoundingClientRect(), f = document.querySelector('footer').getBoundingClientRect();
        return [e.id || e.getAttribute('aria-label') || e.textContent.slice(0, 40), e !== document.body && !e.closest('footer') && b.bottom > f.top + 1, e.closest('.panel')?.getBoundingClientRect().top + scrollY]; })()"""
    seen = []
    for _ in range(page.run(WANTED)):
        page.press("Tab")
        seen.append(page.run(where))
    covered = [what for what, is_covered, _ in seen if is_covered]
    panels = [top for _, _, top in seen if top is not None]
    check(f"{name}: what has the focus is not under the footer", len(seen) > 60 and not covered, covered[:6])
    check(f"{name}: Tab goes from panel to panel as they are seen", panels == sorted(panels), panels[:40])


def quiet(page, name):
    """Only the line that says what happened is told to a screen reader by itself: clocks and levels change for ever."""
    live = []
    for node in page.call("Accessibility.getFullAXTree")["nodes"]:
        properties = {p["name"]: p["value"].get("value") for p in node.get("properties", [])}
        if not node.get("ignored") and properties.get("live") not in (None, "off"):
            live.append(node.get("name", {}).get("value"))
    check(f"{name}: nothing that changes by itself is spoken", live == [""], live)


def named(page, name):
    """Role, name and, where there is one to have, value, as the browser tells a screen reader."""
    # Every parameter has a dot in its name: a search shows those of folded layers too.
    search = "(() => { const e = document.getElementById('search'); e.value = '%s'; e.dispatchEvent(new Event('input')) })()"
    page.run(search % ".")
    tree = page.call("Accessibility.getFullAXTree")["nodes"]
    controls = {"button", "slider", "textbox", "searchbox", "combobox", "radio", "link", "meter", "checkbox", "spinbutton"}
    valued = {"slider", "combobox", "meter"}
    without, count = [], 0
    for node in tree:
        role = node.get("role", {}).get("value")
        if node.get("ignored") or role not in controls:
            continue
        count += 1
        properties = {p["name"]: p["value"].get("value") for p in node.get("properties", [])}
        value = node.get("value", {}).get("value") or properties.get("valuetext")
        if not node.get("name", {}).get("value"):
            without.append(f"{role} without a name")
        # A field with suggestions may be empty, like any other field.
        if role in valued and value in (None, "") and not properties.get("editable"):
            without.append(f"{role} {node['name'].get('value')} without a value")
    check(f"{name}: every control has role, name and value", count > 60 and not without, f"{count} controls {without[:5]}")
    page.run(search % "")
