"""What can be wrong with a site: links that lead nowhere, symbols without documentation or topic."""

import html.parser
import json
import pathlib
import posixpath
import re
import urllib.parse


def relative(target, here):
    """A relative address between places of the site. A folder ends with a slash."""
    start = posixpath.dirname(here) or "."
    path = posixpath.relpath(target or ".", start)
    return path + "/" if target.endswith("/") or target == "" else path


class Reference:
    """The pages of docc, from the data that it writes beside them."""

    def __init__(self, site):
        self.site, self.data = site, {}
        for file in sorted((site / "data/documentation").rglob("*.json")):
            self.data[file.relative_to(site / "data").as_posix()[:-5] + "/"] = json.loads(file.read_text())

    def find(self, name):
        """The place of a symbol, named as in an article."""
        wanted = "/" + name.lower().lstrip("/").removesuffix("()") + "/"
        plain = lambda place: re.sub(r"-[0-9a-z]+/$", "/", place)
        ends = [place for place in self.data
                if ("/" + place).endswith(wanted) or ("/" + plain(place)).endswith(wanted)
                or ("/" + plain(place)).removesuffix("/").split("(")[0].endswith(wanted[:-1].split("(")[0])]
        return min(ends, key=len) if ends else None

    def listed(self):
        for place, page in self.data.items():
            words = "".join(one.get("text") or one.get("code") or "" for one in page.get("abstract") or [])
            kind = page["metadata"].get("roleHeading", "")
            yield f"{page['metadata']['title']} ({kind.lower()})" if kind else page["metadata"]["title"], place, words

    def problems(self):
        for place, page in self.data.items():
            metadata = page["metadata"]
            isModule, isForeign = metadata.get("symbolKind") in ("module", "extension"), metadata.get("symbolKind") == "extension"
            if page["kind"] == "symbol" and not page.get("abstract") and not isModule:
                yield f"{place}: {metadata['title']} has no documentation"
            for group in page.get("topicSections") or [] if isModule and not isForeign else []:
                for name in group["identifiers"] if group.get("generated") else []:
                    yield f"{place}: no topic names {page['references'].get(name, {}).get('title', name)}"

    def links(self, base):
        """Each page with where it leads to: docc's own pages, and addresses that an author wrote."""
        for place, page in self.data.items():
            for name, one in (page.get("references") or {}).items():
                if one["type"] in ("topic", "section"):
                    yield place, one.get("url", name).split("#")[0].lower().strip("/") + "/"
                elif one["type"] == "link" and one["url"].startswith("/"):
                    path = one["url"].split("#")[0]
                    yield place, path[len(base) + 1:] if path.startswith(f"{base}/") else f"..{path}"


class Links(html.parser.HTMLParser):
    """The links and the marks of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.marks = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src", "action") and value:
                self.links.append(value)
            elif name == "id":
                self.marks.append(value)


def problems(site, base):
    """A sentence for each thing that is wrong, and how many pages there are."""
    site, found = pathlib.Path(site), []
    reference = Reference(site)
    found += reference.problems()
    for place, target in reference.links(base):
        if not (site / target / "index.html").is_file():
            found.append(f"{place}: '{target}' is not there")
    pages = {file.relative_to(site).as_posix(): Links(file.read_text()) for file in sorted(site.rglob("index.html"))
             if not file.relative_to(site).as_posix().startswith("documentation/")}
    for name, page in pages.items():
        for twice in {mark for mark in page.marks if page.marks.count(mark) > 1}:
            found.append(f"{name}: two places are called '{twice}'")
        for link in page.links:
            path, mark = urllib.parse.urldefrag(link)
            if re.match(r"[a-z]+:", path):
                continue
            if path.startswith("/"):
                found.append(f"{name}: the link '{link}' leads out of the site")
                continue
            path = urllib.parse.unquote(path)
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            file = target + "/index.html" if path.endswith("/") else target
            file = posixpath.normpath(file)
            if not (site / file).is_file():
                found.append(f"{name}: '{link}' is not there")
            elif mark and file in pages and urllib.parse.unquote(mark) not in pages[file].marks:
                found.append(f"{name}: '{link}' names no place of that page")
    return found, len(pages) + len(reference.data)
