#!/usr/bin/env python3
"""Makes parts of the site, for Scripts/book.

Usage: make.py catalogue FOLDER BASE       what docc makes the reference of the products from
       make.py site SITE RUNS BASE HOST SOURCE
                                           the pages beside the reference in SITE; then looks all over
BASE, HOST and SOURCE are as in Scripts/book --help, without a slash at their ends, and may be empty.
"""

import html
import pathlib
import re
import shutil
import sys

import check

WEB = pathlib.Path(__file__).resolve().parent
CHECKOUT = WEB.parent.parent
PRODUCTS = {"OperationLab": "Core", "OperationDoctor": "Doctor", "OperationDownloads": "Downloads", "OperationTesting": "Testing"}
# The lesson and the program whose end the front page shows, and those that it lets one play.
SHOWN, PLAYED = (3, "article"), (6, "width-2")


def catalogue(folder, base):
    """The products' own pages. Their articles are pages of the site, and linked above the symbols."""
    folder = pathlib.Path(folder)
    folder.mkdir()
    for product, part in PRODUCTS.items():
        source = CHECKOUT / f"Sources/OperationLab/{part}/{product}.docc"
        text = (source / f"{product}.md").read_text()
        guides = re.findall(r"^- <doc:([\w-]+)>\n", text, re.MULTILINE)
        title = lambda name: (source / f"{name}.md").read_text().split("\n")[0][2:]
        links = ", ".join(f"[{title(name)}]({base}/guides/{name}/)" for name in guides)
        others = [f"``/{name}``" for name in PRODUCTS if name != product]
        text = re.sub(r"^- <doc:.*\n", "", text, flags=re.MULTILINE)
        guides = f"Guides: {links}.\n\n" if links else ""
        others = f"The other products are {', '.join(others[:-1])} and {others[-1]}."
        text = text.replace("\n## Topics\n", f"\n{guides}{others}\n\n## Topics\n", 1)
        (folder / f"{product}.md").write_text(text)
    shutil.copy(CHECKOUT / "Sources/OperationLab/Core/OperationLab.docc/theme-settings.json", folder)
    import pages
    header = pages.Book.header(None, lambda target: f"{base}/{target}", "en", "zh/")
    (folder / "header.html").write_text(f'<link rel="stylesheet" href="{base}/bar.css">\n{header}')


def mend(site, base):
    """docc's pages under a server's `Content-Security-Policy: default-src 'self'`, with no script in the page, and with
    their text where no script runs."""
    (site / "base.js").write_text(f'var baseUrl = "{base}/";\n')
    for file in (site / "css").glob("*.css"):
        file.write_text(file.read_text() + (WEB / "reference.css").read_text())
    for place, page in check.Reference(site).data.items():
        title = html.escape(page["metadata"]["title"])
        abstract = "".join(html.escape(one.get("text") or one.get("code") or "") for one in page.get("abstract") or [])
        symbols = [page["references"][name] for group in page.get("topicSections") or [] for name in group["identifiers"] if name in page["references"]]
        items = "".join(f'<li><a href="{base}{one["url"].lower()}/">{html.escape(one["title"])}</a></li>' for one in symbols)
        still = (f'<noscript><main><p>The reference in full needs JavaScript. <a href="{base}/search/">All other pages</a> do not.</p>'
                 f"<h1>{title}</h1><p>{abstract}</p><ul>{items}</ul></main></noscript>")
        file = site / place / "index.html"
        text = file.read_text()
        text = re.sub(r"<script>var baseUrl = [^<]*</script>", f'<script src="{base}/base.js"></script>', text)
        text = re.sub(r"<noscript>.*?</noscript>", lambda _: still, text, flags=re.S)
        file.write_text(text.replace("<title>Documentation</title>", f"<title>{title} – OperationLab</title>").replace('lang="en-US"', 'lang="en"'))


def chairs(data, words):
    """The slots at the end of a run, as the page to step shows them."""
    queue = data["queues"][0]
    holders = [one["subject"] for one in queue["holdings"] if one.get("to") is None]
    waiting = [one["subject"] for one in data["operations"] if one["subject"] not in holders]
    held = "".join(f'<li class="chair stuck"><b>{html.escape(name)}</b><span>{words["stuck"]}</span></li>' for name in holders)
    waits = "".join(f"<li>{html.escape(name)}</li>" for name in waiting)
    return (f'<h2>{html.escape(queue["name"])} <span class="faint">{queue["width"]} {words["slots"]}</span></h2>\n<ul class="chairs" aria-label="{words["seats"]}">{held}</ul>\n'
            f'<p class="why"><b>{len(waiting)} {words["wait"]}</b>{words["full"]}</p>\n<ul class="chips">{waits}</ul>')


def front(book, language):
    """The page that the site opens with."""
    import pages
    words = pages.WORDS[language]
    here, end = ("zh/", ".zh") if language == "zh" else ("", "")
    chapters = [path[:-3] + f"{end}.md" for path in book.lessons]
    to = lambda target: check.relative(target, here)
    shown = book.runs.lessons[SHOWN[0], language][0]
    run = next(one for one in shown["programs"] if one["name"] == SHOWN[1])
    lesson = next(path for path in book.lessons if f"/{SHOWN[0]:02}-" in path)
    picture = f"{lesson.rsplit('/', 1)[0]}/pictures/{SHOWN[1]}{end}.svg"
    book.copies.add(picture)
    runs = pages.Runs(None, *book.runs.lessons[PLAYED[0], language][:2], [])
    runs.used = [PLAYED[1]]
    runs.page = type("Here", (), {"place": here})
    runs.data = {**runs.data, "programs": []}
    questions = dict(re.findall(rf"\[[^\]]+\]\((\d\d[^)/]+)/README{end}\.md\) \| (.*?) \|$", (CHECKOUT / f"Lessons/README{end}.md").read_text(), re.MULTILINE))
    rows = "".join(row(book.pages[path], questions.get(path.split("/")[1]), to) for path in chapters)
    text = (WEB / f"front{end}.html").read_text()
    parts = {"shown": to(here + pages.place(lesson)), "first": to(book.pages[chapters[0]].place), "slots": chairs(run, words),
             "picture": to(pages.place(picture)), "question": html.escape(shown["course"]["question"]), "board": runs.boards[PLAYED[1]], "rows": rows}
    for name, part in parts.items():
        text = text.replace("{{" + name + "}}", part)
    book.put(here + "index.html", book.frame(
        here, language, words["front"], words["about"], text, script=runs.script(), other="" if here else "zh/", kind="front"))


def row(page, question, to):
    number, title = page.title.split(". ", 1)
    question = question or page.abstract
    return (f'<tr><th scope="row"><span class="number">{number}</span> <a href="{to(page.place)}">{html.escape(title)}</a></th>'
            f"<td>{html.escape(question)}</td></tr>\n")


def site(folder, runs, base, host, source):
    import pages
    folder = pathlib.Path(folder)
    mend(folder, base)
    book = pages.Book(folder, runs, base, host, source)
    for language in pages.WORDS:
        front(book, language)
    book.write()
    book.guides_page()
    shutil.copy(CHECKOUT / "Lessons/preview.png", folder)
    css = (folder / "book.css").read_text()
    bar = css[:css.index("* {")] + css[css.index("/* The header"):css.index("/* The text")]
    (folder / "bar.css").write_text(bar.replace(":root", ":host"))
    found, count = check.problems(folder, base)
    found = list(dict.fromkeys(book.problems + found))
    for problem in found:
        print(problem)
    if not found:
        print(f"{count} pages, no dead link")
    return 1 if found else 0


if __name__ == "__main__":
    task, *words = sys.argv[1:]
    sys.exit({"catalogue": catalogue, "site": site}[task](*words))
