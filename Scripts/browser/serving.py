"""A site that Scripts/book has made: what is in it, and a server for it on this machine alone, under
the path that it was made for."""

import functools
import http.server
import json
import pathlib
import re
import sys


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves a folder below a path, as a host of many projects does."""

    def __init__(self, *words, base, **options):
        self.base = base
        super().__init__(*words, **options)

    def translate_path(self, path):
        if not path.startswith(self.base):
            return "/nothing/is/here"
        return super().translate_path(path[len(self.base) - 1 :])

    def log_message(self, *words):
        pass


class Server(http.server.ThreadingHTTPServer):
    """A browser that goes on to the next page drops what it has asked for: no error."""

    def handle_error(self, request, address):
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, address)


class Site:
    """A made site: what is in it, and under which path it wants to lie."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.data = self.folder / "data" / "documentation" / "operationlab"
        front = self.folder / "documentation" / "operationlab" / "index.html"
        found = re.search(r'baseUrl = "([^"]*)"', front.read_text())
        self.base = found.group(1)

    def lessons(self):
        """The name and title of each lesson's article."""
        pages = sorted(self.data.glob("lesson-*.json"))
        return [(page.stem, json.loads(page.read_text())["metadata"]["title"]) for page in pages]

    def server(self):
        """A server for this machine alone, on a free port; not started."""
        handler = functools.partial(Quiet, base=self.base, directory=str(self.folder))
        return Server(("127.0.0.1", 0), handler)

    def address(self, server):
        return f"http://127.0.0.1:{server.server_port}{self.base}"


def serve(folder):
    """Serves the site until somebody presses Ctrl-C."""
    site = Site(folder)
    server = site.server()
    print(f"{site.address(server)} (Ctrl-C ends it)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    return 0
