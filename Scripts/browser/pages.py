"""Checks the page that one can step through, of every lesson, in a real browser."""

import json
import subprocess
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import traces

WIDTHS = [360, 800, 1600]
# Lessons of which pictures are kept: a hang, dependencies, a lock, waiting.
PICTURED = [3, 7, 15, 17]

ROWS = """return [...document.querySelectorAll('[data-operation]')].map(
  (row) => [row.dataset.program, row.dataset.operation, row.dataset.state])"""


HELD = """return [...document.querySelectorAll('section.program')].map(
  (section) => [...section.querySelectorAll('.slot.held')].map((slot) => slot.textContent))"""


class Problems(list):
    def expect(self, is_so, words):
        if not is_so:
            self.append(words)


def check(driver, folder, lab, numbers):
    problems = Problems()
    for number in numbers or range(1, 22):
        page = folder / f"lesson-{number:02}.html"
        export(lab, number, page)
        check_steps(driver, page, problems)
        check_looks(driver, page, problems, is_pictured=number in PICTURED)
        print(f"{page.name}: {number_of_events(driver)} events, {len(problems)} problems so far")
    if not numbers:
        check_keys(driver, folder / "lesson-03.html", problems)
        measure_export(lab, folder)
        check_large(driver, folder, lab, problems)
    return problems


def export(lab, number, page):
    subprocess.run([lab, "lesson", str(number), "--export", str(page)], check=True,
                   stdout=subprocess.DEVNULL)


def load(driver, page):
    driver.get_log("browser")
    driver.get(page.as_uri())


def complaints(driver):
    return [entry["message"] for entry in driver.get_log("browser")
            if entry["level"] in ("SEVERE", "WARNING")]


def shown(driver):
    return int(driver.execute_script("return document.documentElement.dataset.event"))


def number_of_events(driver):
    return driver.execute_script("return stepper.last") + 1


def trace_of(driver):
    return json.loads(driver.execute_script(
        """return document.querySelector('script[type="application/json"]#trace').textContent"""))


def expected(program, place):
    """The flags that were last read of each operation, up to that event."""
    states = {one["subject"]: "" for one in program["operations"]}
    for event in program["events"][:place + 1]:
        if event["state"] and event["subject"] in states:
            states[event["subject"]] = " ".join(event["state"])
    return states


def check_steps(driver, page, problems):
    """Forwards by key, backwards by button, and at every step all states against the trace."""
    driver.set_window_size(1280, 900)
    load(driver, page)
    trace = trace_of(driver)
    last = max(len(program["events"]) for program in trace["programs"]) - 1
    body = driver.find_element(By.TAG_NAME, "body")
    back = driver.find_element(By.CSS_SELECTOR, 'button[aria-label="Previous event"]')
    problems.expect(shown(driver) == 0, f"{page.name}: begins with event {shown(driver)}")
    compare(driver, page, trace, 0, problems)
    for place in range(1, last + 1):
        body.send_keys(Keys.ARROW_RIGHT)
        problems.expect(shown(driver) == place, f"{page.name}: a key does not lead to {place}")
        compare(driver, page, trace, place, problems)
    for place in range(last - 1, -1, -1):
        back.click()
        problems.expect(shown(driver) == place, f"{page.name}: a button does not lead to {place}")
        compare(driver, page, trace, place, problems)
    problems.extend(f"{page.name}: the console says {words}" for words in complaints(driver))


def compare(driver, page, trace, place, problems):
    rows = {(program, name): state for program, name, state in driver.execute_script(ROWS)}
    held = driver.execute_script(HELD)
    for program, seen in zip(trace["programs"], held):
        here = min(place, len(program["events"]) - 1)
        slots = [[one["subject"] for one in queue["holdings"]
                  if one["from"] <= here and one.get("to", here + 1) > here]
                 for queue in program["queues"]]
        problems.expect(sorted(seen) == sorted(sum(slots, [])), f"{page.name}, event {place}: "
                        f"{program['name']} shows {seen} in slots, and should {slots}")
        for name, state in expected(program, place).items():
            seen = rows.get((program["name"], name))
            problems.expect(seen == state, f"{page.name}, event {place}: {program['name']}, {name} "
                                           f"is '{seen}' and should be '{state}'")


def check_looks(driver, page, problems, is_pictured):
    """Both themes and three widths: colours change, and nothing sticks out sideways."""
    papers = set()
    for theme in ("light", "dark"):
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": theme}]})
        for width in WIDTHS:
            resize(driver, width)
            load(driver, page)
            papers.add(driver.execute_script("return getComputedStyle(document.body).backgroundColor"))
            over = driver.execute_script(
                "return document.documentElement.scrollWidth - window.innerWidth")
            problems.expect(over <= 0, f"{page.name} sticks out by {over} at {width}, {theme}")
            if is_pictured:
                driver.execute_script("stepper.go(Math.floor(stepper.last * 0.6))")
                time_to_draw(driver)
                driver.save_screenshot(str(page.with_name(f"{page.stem}-{theme}-{width}.png")))
    problems.expect(len(papers) == 2, f"{page.name}: the themes look alike: {papers}")
    problems.extend(f"{page.name}: the console says {words}" for words in complaints(driver))
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def resize(driver, width):
    """A window cannot be as narrow as a phone; its view can."""
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500})


def time_to_draw(driver):
    driver.execute_async_script(
        "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))")


def check_keys(driver, page, problems):
    """Keys alone: to the ends, to play, to zoom, from span to span; and the button forwards."""
    load(driver, page)
    body = driver.find_element(By.TAG_NAME, "body")
    last = driver.execute_script("return stepper.last")
    body.send_keys(Keys.END)
    problems.expect(shown(driver) == last, "End does not lead to the last event")
    body.send_keys(Keys.ARROW_RIGHT)
    problems.expect(shown(driver) == last, "one can step over the end")
    body.send_keys(Keys.HOME)
    body.send_keys(Keys.ARROW_LEFT)
    problems.expect(shown(driver) == 0, "one can step before the beginning")
    driver.find_element(By.CSS_SELECTOR, 'button[aria-label="Next event"]').click()
    problems.expect(shown(driver) == 1, "the button does not lead to the next event")
    driver.execute_script("document.activeElement.blur()")
    body.send_keys(" ")
    driver.execute_async_script(
        "const done = arguments[0]; const from = stepper.place;"
        "const look = () => stepper.place > from ? done() : requestAnimationFrame(look); look()")
    body.send_keys(" ")
    problems.expect(driver.execute_script("return stepper.timer === null"), "a blank does not pause")
    scale = driver.execute_script("return stepper.view.scale")
    body.send_keys("+")
    problems.expect(driver.execute_script("return stepper.view.scale") > scale, "+ does not zoom")
    spans = driver.execute_script(
        "document.querySelector('[data-span][tabindex=\"0\"]').focus();"
        "return document.activeElement.getAttribute('aria-label')")
    driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    other = driver.execute_script("return document.activeElement.getAttribute('aria-label')")
    problems.expect(other and other != spans, "the down key does not lead to another span")
    tip = driver.execute_script("return document.querySelector('.tip').textContent")
    problems.expect(tip == other, "the span that has the focus is not told")


def measure_export(lab, folder):
    """What writing the page adds to the run of a lesson, the middle of five."""
    def middle(*words):
        times = []
        for _ in range(5):
            begin = time.monotonic()
            subprocess.run([lab, "lesson", "3", "--all", *words], check=True,
                           stdout=subprocess.DEVNULL)
            times.append(time.monotonic() - begin)
        return sorted(times)[2]
    plain = middle()
    exported = middle("--export", str(folder / "lesson-03.html"))
    print(f"lesson 3 takes {plain:.2f} s, with its page {exported:.2f} s")


def check_large(driver, folder, lab, problems):
    """Large traces: how soon one can step, and how long frames take."""
    for count, limit in [(1_000, 0.5), (10_000, 2.0)]:
        page = folder / f"large-{count}.html"
        trace = folder / f"large-{count}.json"
        trace.write_text(json.dumps(traces.pool(count)))
        subprocess.run([lab, "__page", str(trace), str(page)], check=True)
        driver.set_window_size(1280, 900)
        driver.set_script_timeout(120)
        times = []
        for _ in range(3):
            load(driver, page)
            times.append(driver.execute_async_script(USABLE) / 1000)
        usable = sorted(times)[1]
        print(f"{count} events: one can step after {usable:.2f} s")
        problems.expect(usable < limit, f"{count} events are usable after {usable:.2f} s only")
        for name, script in [("stepping", STEPPING), ("zooming and panning", MOVING)]:
            frames = sorted(driver.execute_async_script(script))
            middle, slow = frames[len(frames) // 2], frames[int(len(frames) * 0.95)]
            print(f"{count} events, {name}: a frame takes {middle:.1f} ms, 1 of 20 over {slow:.1f} ms")
            problems.expect(middle < 34, f"{count} events, {name}: {middle:.1f} ms for a frame")
        driver.save_screenshot(str(page.with_suffix(".png")))
        problems.extend(f"{page.name}: the console says {words}" for words in complaints(driver))


# Milliseconds from the beginning of loading until an event was shown and painted after a step.
USABLE = """
const done = arguments[0];
const begun = performance.now();
stepper.go(1);
requestAnimationFrame(() => requestAnimationFrame(() => {
  const [loading] = performance.getEntriesByType('navigation');
  // Not the time between the two, in which this script waited for its turn.
  done(loading.domComplete + performance.now() - begun);
}));
"""

FRAMES = """
const done = arguments[0];
const times = [];
let last = null;
function frame(now) {
  if (last !== null) times.push(now - last);
  last = now;
  if (times.length >= 300) return done(times);
  act(times.length);
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
"""
STEPPING = "stepper.go(0); function act() { stepper.go(stepper.place + 7); }" + FRAMES
MOVING = """
function act(number) {
  if (number % 100 < 30) stepper.zoom(1.1);
  else if (number % 100 < 60) stepper.pan(25);
  else if (number % 100 < 90) stepper.zoom(1 / 1.1);
  else stepper.pan(-60);
}
stepper.zoom(0);
""" + FRAMES
