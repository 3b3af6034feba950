"""Starts the browser and lets pages.py and, where it exists, site.py check what they know.

Usage: run.py BROWSER DRIVER LAB FOLDER [N...]; called by Scripts/browser-check.
"""

import importlib.util
import pathlib
import subprocess
import sys

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

import pages

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def start(browser, driver):
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    # No sandbox: in a container, as root, Chromium has none.
    for word in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                 "--disable-dev-shm-usage", "--allow-file-access-from-files"]:
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service(driver))


def check_site(driver):
    """Makes the site and lets it be looked at; its checks live beside this file."""
    file = HERE / "site.py"
    if not file.exists():
        print("no Scripts/browser/site.py: the site is not checked")
        return []
    folder = ROOT / ".build" / "book"
    subprocess.run([ROOT / "Scripts" / "book", folder], check=True, stdout=subprocess.DEVNULL)
    spec = importlib.util.spec_from_file_location("lab_site", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.check(driver, folder)


def main():
    browser, driver_path, lab, folder, *numbers = sys.argv[1:]
    folder = pathlib.Path(folder).resolve()
    driver = start(browser, driver_path)
    try:
        problems = pages.check(driver, folder, lab, [int(number) for number in numbers])
        if not numbers:
            problems += check_site(driver)
    finally:
        driver.quit()
    for problem in problems:
        print(f"NOT SO: {problem}")
    print(f"{len(problems)} problems; pictures in {folder}")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
