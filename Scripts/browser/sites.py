#!/usr/bin/env python3
"""Looks at the site that Scripts/book makes, in a real browser: every lesson's article opens with
its pictures and its steppable page, the search finds a lesson, light and dark, three widths, and
nothing is said on the console.

Usage: Scripts/browser/sites.py [FOLDER]     the site; by default .build/book
       Scripts/browser/sites.py --serve [FOLDER]     only serves it, for a person's own browser

Needs Chromium, its driver and Selenium. Screenshots for a person to look at go to
.build/browser-check. Exit status: 0 all is well, 1 something is wrong, 66 something is missing.
"""

import pathlib
import shutil
import sys
import threading
import urllib.error
import urllib.request

import serving

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHOTS = ROOT / ".build" / "browser-check"
WIDTHS = {"wide": 1400, "tablet": 820, "phone": 390}
# A search that finds one lesson, as a reader would type it.
SOUGHT = ("two slots", "3. Ten operations, two slots")
SECONDS = 20


class Visit:
    """One look at the site with a browser; collects what is wrong."""

    def __init__(self, driver, site, address):
        self.driver, self.site, self.address = driver, site, address
        self.problems = []

    def expect(self, truth, words):
        if not truth:
            self.problems.append(words)

    def wait(self, condition):
        """What the condition says in the end; a false value when it never came true."""
        from selenium.common.exceptions import TimeoutException
        from selenium.webdriver.support.ui import WebDriverWait

        try:
            return WebDriverWait(self.driver, SECONDS).until(lambda driver: condition())
        except TimeoutException:
            return None

    def run(self, script, *words):
        return self.driver.execute_script(script, *words)

    def open(self, page, title):
        self.driver.get(f"{self.address}documentation/operationlab/{page}".rstrip("/"))
        self.expect(self.shows(title), f"{page or 'the front page'} does not open")

    def shows(self, title):
        heading = "return document.querySelector('main h1')?.innerText"
        return self.wait(lambda: self.run(heading) == title)

    def complaints(self):
        """What was said on the console since the last call."""
        return [
            entry["message"] for entry in self.driver.get_log("browser")
            if entry["level"] in ("SEVERE", "WARNING")
        ]

    def shoot(self, name):
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(SHOTS / f"site-{name}.png"))

    # What is looked at.

    def front(self):
        self.driver.get(self.address)
        self.expect(self.shows("OperationLab"), "the folder's own address leads to no front page")
        self.shoot("front")

    def lesson(self, page, title):
        self.open(page, title)
        # A picture is loaded when it comes near the view.
        missing = """const image = [...document.querySelectorAll('main img')]
          .find(image => !(image.complete && image.naturalWidth > 0));
          image?.scrollIntoView({block: 'center'}); return image?.alt ?? null"""
        self.expect(
            self.wait(lambda: self.run(missing) is None),
            f"{page}: a picture is missing: {self.run(missing)}")
        speechless = "return [...document.querySelectorAll('main img')].filter(i => !i.alt).length"
        self.expect(self.run(speechless) == 0, f"{page}: a picture has no words")
        link = "return document.querySelector('main a[href*=\"/steps/\"]')?.href"
        steps = self.run(link)
        # The lesson of the first steps has nothing to step through.
        if not page.startswith("lesson-00"):
            self.expect(steps and answers(steps), f"{page}: no steppable page at {steps}")

    def steps(self, page, title):
        self.open(page, title)
        button = self.driver.find_element("css selector", 'main a[href*="/steps/"]')
        button.click()
        there = self.wait(lambda: "/steps/" in self.driver.current_url and self.driver.title)
        self.expect(there, f"{page}: its button leads to no steppable page")
        self.shoot("steps")

    def search(self):
        words, title = SOUGHT
        self.driver.set_window_size(WIDTHS["wide"], 1000)
        self.open("contributing", "Contributing")
        field = self.driver.find_element("css selector", ".navigator input.filter__input")
        field.send_keys(words)
        # In one step: the list is made anew while the reader types.
        link = """return [...document.querySelectorAll('.navigator a.leaf-link')]
          .find(link => link.innerText.trim() == arguments[0])"""
        found = self.wait(lambda: self.run(link, title))
        self.expect(found, f"the search for '{words}' finds no lesson")
        self.shoot("search")
        if found:
            self.run(link.replace("return", "const link =", 1) + "; link.click()", title)
            self.expect(self.shows(title), "what the search has found does not open")

    def themes(self, page, title):
        grounds = {}
        for theme in ("Light", "Dark"):
            self.open(page, title)
            switch = f'.color-scheme-toggle input[value="{theme.lower()}"]'
            self.run("document.querySelector(arguments[0]).click()", switch)
            self.expect(
                self.wait(lambda: self.run("return document.body.dataset.colorScheme") == theme.lower()),
                f"the site does not become {theme.lower()}")
            self.picture_follows(page, theme)
            grounds[theme] = self.run("return getComputedStyle(document.body).backgroundColor")
            self.shoot(f"lesson-{theme.lower()}")
        self.expect(grounds["Light"] != grounds["Dark"], "light and dark look the same")

    def picture_follows(self, page, theme):
        """Brings the first picture into view; it must be the one of the theme."""
        shown = """const image = document.querySelector('main img');
          image?.scrollIntoView({block: 'center'}); return image?.currentSrc"""
        dark = theme == "Dark"
        self.expect(
            self.wait(lambda: ("~dark" in (self.run(shown) or "")) == dark),
            f"{page}: its picture is not {theme.lower()}")

    def widths(self, pages):
        for name, width in WIDTHS.items():
            # A window is never as narrow as a phone; its view can be.
            self.driver.execute_cdp_cmd(
                "Emulation.setDeviceMetricsOverride",
                {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
            for page, title in pages:
                self.open(page, title)
                over = self.run("return document.documentElement.scrollWidth - innerWidth")
                self.expect(over <= 0, f"{page} is {over} pixels too wide for {width}")
                self.shoot(f"{page.split('-')[0]}-{name}")
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def answers(address):
    """Whether something is at this address of the server."""
    try:
        with urllib.request.urlopen(address, timeout=SECONDS) as reply:
            return reply.status == 200
    except urllib.error.URLError:
        return False


def check(driver, folder):
    """Looks at the site in the folder; returns a sentence for each thing that is wrong.

    The driver is one of chromium.py.
    """
    site = serving.Site(folder)
    server = site.server()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        visit = Visit(driver, site, site.address(server))
        visit.complaints()
        lessons = site.lessons()
        third = next(lesson for lesson in lessons if lesson[0].startswith("lesson-03"))
        visit.front()
        for page, title in lessons:
            visit.lesson(page, title)
        visit.search()
        visit.themes(*third)
        visit.widths([third, ("ledger-by-lesson", "The ledger by lesson"), ("bench", "Bench")])
        visit.problems += [f"on the console: {words}" for words in visit.complaints()]
        visit.steps(*third)
        return visit.problems
    finally:
        server.shutdown()
        server.server_close()


def main(words):
    only_serve = words[:1] == ["--serve"]
    words = words[1:] if only_serve else words
    folder = pathlib.Path(words[0]) if words else ROOT / ".build" / "book"
    if not (folder / "metadata.json").exists():
        print(f"sites: no site in {folder}; Scripts/book --base /some/path makes one", file=sys.stderr)
        return 66
    if only_serve:
        return serving.serve(folder)
    binary = shutil.which("chromium") or shutil.which("google-chrome")
    tool = shutil.which("chromedriver")
    try:
        import chromium
    except ImportError:
        chromium = None
    if not (binary and tool and chromium):
        print("sites: needs chromium, chromium-driver and Selenium (pip install selenium)", file=sys.stderr)
        return 66
    driver = chromium.start(binary, tool)
    try:
        problems = check(driver, folder)
    finally:
        driver.quit()
    for problem in problems:
        print(problem)
    print(f"{len(problems)} wrong; screenshots in {SHOTS}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
