"""Starts the browser and lets pages.py and sites.py check what they know.

Usage: run.py BROWSER DRIVER LAB FOLDER [N...]; called by Scripts/browser-check.
"""

import pathlib
import subprocess
import sys

import chromium
import pages
import sites

ROOT = pathlib.Path(__file__).resolve().parents[2]


def check_site(driver):
    """Makes the site and lets it be looked at."""
    folder = ROOT / ".build" / "book"
    subprocess.run([ROOT / "Scripts" / "book", folder], check=True, stdout=subprocess.DEVNULL)
    return sites.check(driver, folder)


def main():
    browser, driver_path, lab, folder, *numbers = sys.argv[1:]
    folder = pathlib.Path(folder).resolve()
    driver = chromium.start(browser, driver_path)
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
