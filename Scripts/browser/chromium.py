"""Starts a headless Chromium; needs its driver and Selenium."""

from selenium import webdriver
from selenium.webdriver.chrome.service import Service


def start(browser, driver):
    """A browser that remembers what is said on its console; both arguments are paths."""
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    # No sandbox: in a container, as root, Chromium has none.
    for word in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                 "--disable-dev-shm-usage", "--allow-file-access-from-files",
                 "--window-size=1400,1000"]:
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=Service(driver))
