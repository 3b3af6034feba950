"""The pages of the site: which there are, where each lies, and the Markdown of the checkout as HTML."""

import html
import json
import os
import pathlib
import posixpath
import re

from markdown_it import MarkdownIt
from pygments import lex, lexers, token

import check

WEB = pathlib.Path(__file__).resolve().parent
CHECKOUT = WEB.parent.parent
ORDER = ("article-a", "article-b", "article-c", "article-d", "article-e", "find-your-article", "rules", "statements",
         "foundation-differences", "operation-or-task", "every-order", "check-your-own",
         "see-your-queues")
WORDS = {
    "en": {"tag": "en", "lessons": "Lessons", "ledger": "Statements", "guides": "Guides", "reference": "Reference", "search": "Search",
           "site": "Site", "skip": "Skip to the text", "contents": "On this page", "previous": "Previous", "next": "Next",
           "pages": "Before and after", "other": "中文", "runs": "The other runs", "table": "Table", "picture": "Picture",
           "program": "Program", "statements": "The statements", "slots": "slots", "seats": "In a slot", "stuck": "started, never finished",
           "wait": "operations wait", "full": ": no slot is free", "found": "All pages. With a script this page searches their text.",
           "find": "All pages of the site, and a search over their text.",
           "groups": ("The lessons", "Beside the lessons", "中文", "Guides", "Files"),
           "front": "OperationLab: what Operation and OperationQueue really do",
           "about": "OperationLab shows what Swift's Operation and OperationQueue really do, by running them: lessons with real traces, "
                    "a checker for your own subclasses, and a small library for apps."},
    "zh": {"tag": "zh-Hans", "lessons": "课程", "ledger": "论断", "guides": "指南（英文）", "reference": "参考（英文）", "search": "搜索",
           "site": "网站", "skip": "跳到正文", "contents": "本页内容", "previous": "上一页", "next": "下一页", "pages": "前后",
           "other": "English", "runs": "其余的运行", "table": "表格", "picture": "图",
           "program": "程序", "statements": "论断", "slots": "个槽位", "seats": "在槽位里", "stuck": "已启动，从未完成",
           "wait": "个操作在等待", "full": "：没有空闲的槽位", "found": "全部页面。有脚本时，可以在这里搜索正文。",
           "find": "网站的全部页面，可以搜索正文。",
           "groups": ("课程（英文）", "课程之外（英文）", "中文", "指南（英文）", "文件"),
           "front": "OperationLab：Operation 和 OperationQueue 究竟会做什么",
           "about": "OperationLab 实际运行代码，让你看到 Swift 的 Operation 和 OperationQueue 究竟会做什么：有带真实轨迹的课程、"
                    "检查你自己的子类的工具，还有给 App 用的小库。"},
}
VERDICTS = {"confirmed": "成立", "refuted": "不成立", "undecided": "未定"}
COLOURS = ((token.Comment, "comment"), (token.String, "string"), (token.Keyword, "keyword"), (token.Number, "type"),
           (token.Name.Class, "type"), (token.Name.Builtin, "type"))


def place(path):
    """The folder of the site, with a slash at its end, that shows a file of the checkout."""
    if path.endswith(".zh.md"):
        return "zh/" + place(path[:-6] + ".md")
    name = path.removesuffix(".md").removesuffix("/README")
    if name == path:
        return path.replace("Lessons/", "lessons/", 1) if path.endswith((".svg", ".png")) else f"files/{path}/"
    if ".docc/" in path:
        module, article = posixpath.split(name.split(".docc/")[0])[1], posixpath.basename(name)
        return f"documentation/{module.lower()}/" if article == module else f"guides/{article}/"
    if path == "README.md":
        return "about/"
    if re.fullmatch(r"Lessons(/[^/]+)?(/further)?", name):
        return name.replace("Lessons", "lessons", 1) + "/"
    return f"{name.lower()}/" if "/" not in name else f"files/{name}/"


def slug(words):
    """The name of a heading's place, as on GitHub."""
    return re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")


def coloured(code, language):
    """Lines of code as HTML."""
    if language != "swift":
        return html.escape(code, quote=False)
    parts = []
    for kind, text in lex(code, lexers.get_lexer_by_name("swift", stripnl=False)):
        colour = next((colour for parent, colour in COLOURS if kind in parent), None)
        colour = colour or ("type" if kind in token.Name and text[:1].isupper() else None)
        text = html.escape(text, quote=False)
        parts.append(f'<span class="{colour}">{text}</span>' if colour else text)
    return "".join(parts)


class Page:
    """One page of the site, from Markdown."""

    def __init__(self, book, path, text, title=None):
        self.book, self.path, self.place, self.source = book, path, place(path), text
        self.language = "zh" if self.place.startswith("zh/") else "en"
        self.folder = next(iter(re.findall(r"^Lessons/(\d\d-[^/]+)/(?:README|further)", path)), None)
        self.sections, self.contents, self.seen = [], [], {}
        self.tokens = [one for one in book.markdown.parse(text) if not (one.type == "html_block" and one.content.startswith("<!--\n"))]
        heading = next(i for i, one in enumerate(self.tokens) if one.type == "heading_open")
        self.title = title or self.plain(self.tokens[heading + 1])
        # What stands above the title leads to the other language: the header does that.
        self.tokens = self.tokens[heading + 3:]
        self.heading = book.markdown.renderer.renderInline(
            self.linked(book.markdown.parseInline(title)[0] if title else book.markdown.parseInline(self.title)[0]).children, book.markdown.options, {})
        self.abstract = next((self.plain(self.tokens[i + 1]) for i, one in enumerate(self.tokens) if one.type == "paragraph_open"), "")

    @staticmethod
    def plain(inline):
        return "".join(child.content if child.type in ("text", "code_inline") else " " if child.type == "softbreak" else ""
                       for child in inline.children or []).strip()

    def to(self, target):
        """A relative address from here to a place of the site, which may have a mark."""
        path, mark, name = target.partition("#")
        return check.relative(path, self.place) + mark + name

    def linked(self, inline):
        """Gives each link its address on the site."""
        children = inline.children or []
        for index, child in enumerate(children):
            if child.type == "link_open":
                target = child.attrs["href"]
                if target.startswith("doc:"):
                    children[index + 1].content = self.book.title_of(target[4:])
                child.attrs["href"] = self.address(target)
            elif child.type == "image":
                child.attrs["src"] = self.address(child.attrs["src"])
                child.attrs["loading"] = "lazy"
            elif child.type == "code_inline" and child.markup == "``" and ".docc/" in self.path:
                symbol = html.escape(child.content)
                child.type, child.content = "html_inline", f'<a href="{self.to(self.book.symbol(child.content, self.path))}"><code>{symbol}</code></a>'
        return inline

    def address(self, target):
        if target.startswith("doc:"):
            return self.to(self.book.guide(target[4:], self.path))
        if ":" in target or target.startswith(("#", "/")):
            return target
        path, mark, name = target.partition("#")
        file = posixpath.normpath(posixpath.join(posixpath.dirname(self.path), path))
        return self.book.file(file, self.path, self) + mark + name

    def body(self):
        """The text as HTML, with the runs of a lesson in their places."""
        out, block, about = [], None, None
        words = WORDS[self.language]
        tokens, renderer, options = self.tokens, self.book.markdown.renderer, self.book.markdown.options
        self.section("", self.title, "")
        runs = self.book.runs.of(self)
        index = 0
        while index < len(tokens):
            one = tokens[index]
            # Sentences right below a run are about it: they stand beside it.
            if about is not None and one.level == 0 and (one.type in ("html_block", "heading_open", "fence", "table_open", "hr")):
                about = runs.beside(out, about)
            if one.type == "html_block":
                mark = re.match(r"<!-- (\w+)(?:: ([\w-]+))? -->", one.content)
                if mark and mark[1] in ("picture", "trace") and mark[2] in runs.left:
                    block = (mark[2], len(out))
                elif mark and mark[1] == "end" and block:
                    out[block[1]:] = [runs.block(block[0], "".join(out[block[1]:]), self.book.runs.figure(self, block[0]))]
                    block, about = None, len(out)
                elif not one.content.startswith("<!--"):
                    out.append(one.content)
            elif one.type == "heading_open":
                title = self.plain(tokens[index + 1])
                name = self.mark(title)
                level = one.tag
                if level == "h2":
                    if runs.left and runs.isEnd(title):
                        out.append(runs.rest())
                    self.contents.append((name, title))
                self.section(name, title, "")
                inner = renderer.renderInline(self.linked(tokens[index + 1]).children, options, {})
                out.append(f'<{level} id="{name}">{inner}</{level}>\n')
                index += 2
            elif one.type == "fence":
                language = one.info.split()[0] if one.info else "text"
                out.append(f'<pre tabindex="0"><code>{coloured(one.content, language)}</code></pre>\n')
                self.sections[-1][2].append(one.content)
            elif one.type == "table_open":
                out.append('<div class="wide" tabindex="0" role="group" aria-label="' + words["table"] + '"><table>\n')
            elif one.type == "table_close":
                out.append("</table></div>\n")
            elif one.type == "inline":
                self.sections[-1][2].append(self.plain(one))
                html_text = renderer.renderInline(self.linked(one).children, options, {})
                out.append(re.sub(r"<img [^>]*>", rf'<span class="figure" tabindex="0" role="group" aria-label="{words["picture"]}">\g<0></span>', html_text))
            elif one.type == "th_open" and tokens[index + 1].content == "":
                out.append("<td>")
                tokens[index + 2].type = "html_th"
            elif one.type == "html_th":
                out.append("</td>\n")
            else:
                out.append(renderer.render([one], options, {}))
            index += 1
        if about is not None:
            runs.beside(out, about)
        if runs.left:
            out.append(runs.rest())
        return "".join(out).replace(Runs.ABOUT, ""), runs

    def mark(self, words):
        name = slug(words)
        self.seen[name] = self.seen.get(name, 0) + 1
        return name if self.seen[name] == 1 else f"{name}-{self.seen[name] - 1}"

    def section(self, name, words, text):
        self.sections.append((name, words, [text]))


class Runs:
    """The runs of a page: what the script works from, and where each stands."""

    # Where the sentences about the last block go.
    ABOUT = "<!-- about -->"

    def __init__(self, page, data, boards, names):
        self.page, self.data, self.boards = page, data, boards
        self.left = list(names)
        self.used = []

    def isEnd(self, words):
        return re.match(r"Try it|Verdicts|Sources|Remember|判定|动手|记住", words) is not None

    def block(self, name, still, figure):
        """The block of a program: its question and run with a script, picture and words without. Where the
        page shows the run's picture, that is the one in which the script shows each event."""
        self.left.remove(name)
        self.used.append(name)
        picture = re.search(r'<p>\s*<span class="figure".*? alt="([^"]*)".*?</span></p>', still, re.S)
        if picture:
            still = still.replace(picture[0], re.sub('aria-label="[^"]*"', lambda _: f'aria-label="{picture[1]}"', figure, count=1))
        else:
            figure = figure.replace(' class="screen"', "").replace("<figure", '<figure class="screen"')
            still += figure
        task = next(one for one in self.data["programs"] if one["name"] == name)["task"]
        verdicts = "".join(self.verdict(one) for one in task["verdicts"])
        words = WORDS[self.page.language]
        verdicts = f"<h3>{words['statements']}</h3><ul>{verdicts}</ul>" if verdicts else ""
        board = self.boards.get(name, "").replace("<h2>", "<h3>").replace("</h2>", "</h3>")
        return (f'<section class="program" data-program="{name}" id="run-{name}">\n'
                f'<h3><span class="faint">{words["program"]} {name}</span> {html.escape(task["summary"])}</h3>\n'
                f'<div class="stage"></div><div class="still">{still}</div>{self.ABOUT}\n'
                f'<div class="verdicts">{verdicts}</div></section>\n{board}')

    def verdict(self, one):
        """A statement with its verdict, in the page's language. What was seen is the run's own words."""
        seen = html.escape(one["seen"])
        if self.page.language == "en":
            verdict = f'{one["verdict"]}: {seen}'
        else:
            verdict = f'{VERDICTS[one["verdict"]]}：<span lang="en">{seen}</span>'
        return f'<li><p>{html.escape(one["statement"])}</p><p class="verdict">{verdict}</p></li>'

    def beside(self, out, start):
        """Moves the sentences from there on into the block above them."""
        words = "".join(out[start:])
        about = f'<div class="about">{words}</div>' if words.strip() else ""
        out[start - 1:] = [out[start - 1].replace(self.ABOUT, about, 1)]

    def rest(self):
        """The runs of the main line that no sentence of the page shows."""
        words = WORDS[self.page.language]["runs"]
        name = self.page.mark(words)
        self.page.contents.append((name, words))
        self.page.section(name, words, "")
        runs = self.page.book.runs
        blocks = "".join(self.block(one, runs.still(self.page, one), runs.figure(self.page, one)) for one in list(self.left))
        return f'<h2 id="{name}">{words}</h2>\n{blocks}'

    def script(self):
        """The data for the programs and boards that are on the page."""
        if not self.used:
            return ""
        data = dict(self.data)
        data["programs"] = [one for one in data["programs"] if one["name"] in self.used]
        data["boards"] = [one for one in data["boards"] if one["tree"]["program"] in self.used]
        needed = sorted({index for one in data["programs"] + data["boards"] for index in one["code"]})
        data["code"] = [data["code"][index] for index in needed]
        for one in ("programs", "boards"):
            data[one] = [{**each, "code": [needed.index(index) for index in each["code"]]} for each in data[one]]
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        text = text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
        return (f'<script type="application/json" id="trace">{text}</script>\n'
                f'<script defer src="{check.relative("run.js", self.page.place)}"></script>\n')


class LessonRuns:
    """The exported pages of all lessons, by their numbers and languages."""

    def __init__(self, folder):
        self.lessons = {}
        for file in sorted(pathlib.Path(folder).glob("*.html")):
            text = file.read_text()
            data = json.loads(re.search(r'<script type="application/json" id="trace">(.*?)</script>', text, re.S)[1])
            boards = {re.search(r'id="play-([^"]+)"', one)[1]: one
                      for one in re.findall(r'<section class="board".*?</section>\n?', text, re.S)}
            stills = dict(re.findall(r'data-program="([^"]+)">.*?<div class="still">(<p>.*?</p>)', text, re.S))
            figures = dict(re.findall(r'data-program="([^"]+)">.*?(<figure.*?</figure>)', text, re.S))
            number, _, language = file.stem.partition(".")
            self.lessons[int(number), language or "en"] = (data, boards, stills, figures)

    def of(self, page):
        if not page.folder or self.key(page) not in self.lessons:
            return Runs(page, {"programs": []}, {}, [])
        data, boards, *_ = self.lessons[self.key(page)]
        isFurther = page.path.removesuffix(".zh.md").removesuffix(".md").endswith("further")
        return Runs(page, data, boards, [one["name"] for one in data["programs"] if one["task"]["isFurther"] == isFurther])

    @staticmethod
    def key(page):
        return int(page.folder[:2]), page.language

    def still(self, page, name):
        return self.lessons[self.key(page)][2].get(name, "")

    def figure(self, page, name):
        return self.lessons[self.key(page)][3][name]


class Book:
    """All pages, and what leads from one to the other."""

    def __init__(self, site, runs, base, host, source):
        self.site, self.base, self.host, self.source = pathlib.Path(site), base, host, source
        self.markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
        self.runs, self.problems, self.pages, self.copies = LessonRuns(runs), [], {}, set()
        self.reference = check.Reference(self.site)
        tracked = [path.relative_to(CHECKOUT).as_posix() for path in sorted(CHECKOUT.glob("Lessons/**/*.md"))]
        self.lessons = [path for path in tracked if re.fullmatch(r"Lessons/\d\d-[^/]+/README.md", path)]
        self.guides = [path.relative_to(CHECKOUT).as_posix() for path in sorted(CHECKOUT.glob("Sources/OperationLab/*/*.docc/*.md"))
                       if path.stem != path.parent.stem]
        further = [path for path in tracked if path.endswith("/further.md")]
        # The ledger's table stands below the numbers that it is made of.
        beside = sorted((path for path in tracked if re.fullmatch(r"Lessons/[\w-]+\.md", path) and path != "Lessons/README.md"),
                        key=lambda path: (ORDER.index(path[8:-3]) if path[8:-3] in ORDER else 99, path))
        made = {"Lessons/ledger.md": self.ledger(sorted([*self.lessons, *further]))}
        self.order = ["README.md", "Lessons/README.md", *self.lessons, *beside[:8], "Lessons/ledger.md", *beside[8:],
                      *self.guides, "CONTRIBUTING.md", "CHANGELOG.md"]
        self.titles = {}
        for path in [*self.order, *further]:
            self.add(path, made.get(path), {"README.md": "About the kit"}.get(path))
            chinese = path[:-3] + ".zh.md"
            if (CHECKOUT / chinese).exists():
                self.add(chinese)

    def add(self, path, text=None, title=None):
        text = text or (CHECKOUT / path).read_text()
        if path not in self.pages:
            self.pages[path] = Page(self, path, text, title)
        return self.pages[path]

    def file(self, file, page, here):
        """The address of a file of the checkout that a page links to."""
        if file not in self.pages and not (CHECKOUT / file).is_file() and not (CHECKOUT / file).is_dir():
            self.problems.append(f"{page} links to '{file}', and there is no such file")
            return "#"
        if (CHECKOUT / file).is_dir():
            if (CHECKOUT / file / "README.md").exists():
                return self.file(f"{file}/README.md".removeprefix("./"), page, here)
            self.problems.append(f"{page} links to the folder '{file}'")
            return "#"
        if file.endswith((".svg", ".png")):
            self.copies.add(file)
        elif self.source and not file.endswith(".md"):
            return f"{self.source}/{file}"
        elif file not in self.pages:
            text = (CHECKOUT / file).read_text()
            if not file.endswith(".md"):
                fence = "````" if "```" in text else "```"
                language = "swift" if file.endswith(".swift") else "text"
                text = f"# {file}\n\nThe file `{file}` of the checkout.\n\n{fence}{language}\n{text.strip()}\n{fence}\n"
            self.add(file, text)
        return here.to(place(file))

    def title_of(self, name):
        return next((page.title for path, page in self.pages.items() if path.endswith(f"/{name}.md")),
                    next(((CHECKOUT / path).read_text().split("\n")[0][2:] for path in self.guides if path.endswith(f"/{name}.md")), name))

    def guide(self, name, page):
        found = next((path for path in self.guides if path.endswith(f"/{name}.md")), None)
        if not found:
            self.problems.append(f"{page} names no article: {name}")
        return place(found) if found else "guides/"

    def symbol(self, name, page):
        found = self.reference.find(name)
        if not found:
            self.problems.append(f"{page} names no symbol: {name}")
        return found or "documentation/operationlab/"

    def ledger(self, paths):
        """Every verdict table of the lessons, and those rows that differ by platform."""
        tables, parted, varying = [], [], []
        for path in paths:
            text = (CHECKOUT / path).read_text()
            folder = posixpath.dirname(path).removeprefix("Lessons/")
            title = next(line[2:] for line in text.split("\n") if line.startswith("# "))
            for table in re.findall(r"<!-- verdicts(?:: further)? -->\n((?:\|.*\n)+)", text):
                moved = re.sub(r"\]\((?![a-z]+:|#)([^)]+)\)", lambda link: f"]({posixpath.normpath(folder + '/' + link[1])})", table)
                rows = moved.strip().split("\n")
                where = f"[{title}]({path.removeprefix('Lessons/')})"
                tables.append(f"## {title}\n\nThe page: {where}\n\n{moved}")
                for row in rows[2:]:
                    cells = re.split(r" (?<!\\\\)\| ", row.strip("| "))
                    linux, mac = (re.split(r"[ ?]", cell)[0] for cell in cells[2:4])
                    if linux != mac:
                        parted.append(f"{row} {where} |")
                    if cells[2].startswith("varies"):
                        varying.append(f"{row} {where} |")
        head = "| Claim | Who says what | Linux | macOS | Why | Lesson |\n|---|---|---|---|---|---|\n"
        differing = "\n".join(dict.fromkeys(parted + varying))
        return ("# The ledger\n\nEvery statement that the kit tests, with its verdict. *Linux* is what was measured with "
                "swift-corelibs-foundation. For *macOS* each verdict says what it rests on. `swift run lab claims` decides all of "
                "them on your own machine. [All statements](statements.md) counts them, and "
                "[Differences between platforms](foundation-differences.md) says how to deal with each difference.\n\n"
                f"## What differs by platform\n\n{head}{differing}\n\n" + "\n".join(tables))

    def around(self, page):
        """The pages before and after a page."""
        path = page.path.replace(".zh.md", ".md") if page.language == "zh" else page.path
        order = [one for one in self.order if page.language == "en" or one[:-3] + ".zh.md" in self.pages]
        if path.endswith("/further.md"):
            place_in = order.index(path.replace("further.md", "README.md"))
            found = [order[place_in], *order[place_in + 1:place_in + 2]]
        elif path in order:
            place_in = order.index(path)
            found = [order[place_in - 1] if place_in else None, *(order[place_in + 1:place_in + 2] or [None])]
        else:
            return None, None
        if page.language == "zh":
            found = [one and one[:-3] + ".zh.md" for one in found]
        return [one and self.pages[one] for one in found]

    def write(self):
        """Writes all pages, the files that they show, and the search's list."""
        index, done = [], set()
        # A page may bring a file that becomes a page.
        while left := [page for path, page in self.pages.items() if path not in done]:
            for page in left:
                done.add(page.path)
                body, runs = page.body()
                self.put(page.place + "index.html", self.framed(page, body, runs))
                index += [[page.title if not name else f"{page.title}: {words}", page.place + (f"#{name}" if name else ""),
                           WORDS[page.language]["tag"], " ".join(" ".join(text).split())]
                          for name, words, text in page.sections if not page.place.startswith("files/") or not name]
        for file in self.copies:
            target = self.site / place(file)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((CHECKOUT / file).read_bytes())
        index += [[title, where, "en", text] for title, where, text in self.reference.listed()]
        self.put("search.js", f"const pages = {json.dumps(index, ensure_ascii=False, separators=(',', ':'))};\n" + (WEB / "search.js").read_text())
        scripts = CHECKOUT / "Sources/OperationLab/Course/Timeline/Page"
        parts = re.findall(r'"(\w+)"', re.search(r"scripts = \[(.*?)\]", (scripts.parent / "TimelinePage.swift").read_text(), re.S)[1])
        self.put("run.js", "".join((scripts / f"{part}.js").read_text() for part in parts))
        self.put("book.css", (scripts / "picture.css").read_text() + (scripts / "page.css").read_text() + (WEB / "book.css").read_text())
        self.put("search/index.html", self.search("en"))
        self.put("zh/search/index.html", self.search("zh"))

    def put(self, name, text):
        file = self.site / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def framed(self, page, body, runs):
        words = WORDS[page.language]
        before, after = self.around(page)
        links = [(before, "prev", words["previous"]), (after, "next", words["next"])]
        onward = "".join(f'<a rel="{rel}" href="{page.to(one.place)}"><span class="faint">{word}</span> {html.escape(one.title)}</a>'
                         for one, rel, word in links if one)
        contents = "".join(f'<li><a href="#{name}">{html.escape(title)}</a></li>' for name, title in page.contents)
        contents = f'<nav class="contents" aria-label="{words["contents"]}"><ul>{contents}</ul></nav>' if len(page.contents) > 2 else ""
        around = f'<nav class="around" aria-label="{words["pages"]}">{onward}</nav>' if onward else ""
        main = f"<h1>{page.heading}</h1>\n{contents}\n{body}"
        return self.frame(page.place, page.language, page.title, page.abstract, main, around, runs.script(), self.other(page))

    def other(self, page):
        """The page in the other language; if there is none, the front page in it."""
        if page.language == "zh":
            return page.place[3:]
        return "zh/" + page.place if page.path[:-3] + ".zh.md" in self.pages else "zh/"

    def frame(self, here, language, title, abstract, main, around="", script="", other="zh/", kind=""):
        """A page of the site around its text."""
        to = lambda target: check.relative(target, here)
        header = self.header(to, language, other)
        name = html.escape(title)
        abstract = html.escape(abstract[:300])
        picture = f"{self.host or ''}{self.base if self.host else ''}/preview.png" if self.host else to("preview.png")
        full = name if "OperationLab" in name else f"{name} – OperationLab"
        return f"""<!DOCTYPE html>
<html lang="{WORDS[language]["tag"]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{full}</title>
<meta name="description" content="{abstract}">
<meta property="og:type" content="website">
<meta property="og:title" content="{name}">
<meta property="og:description" content="{abstract}">
<meta property="og:image" content="{picture}">
<meta name="twitter:card" content="summary_large_image">
<link rel="icon" href="{to('favicon.svg')}">
<link rel="stylesheet" href="{to('book.css')}">
</head>
<body class="book {kind}">
<a class="skip" href="#text">{WORDS[language]['skip']}</a>
{header}<main id="text">
{main}
</main>
{around}
{script}</body>
</html>
"""

    def header(self, to, language, other):
        words = WORDS[language]
        zh, english = ("zh/", ' hreflang="en"') if language == "zh" else ("", "")
        tongue = "en" if zh else "zh-Hans"
        return f"""<header class="bar"><nav aria-label="{words['site']}">
<a class="name" href="{to(zh)}">OperationLab</a>
<a href="{to(zh + 'lessons/')}">{words['lessons']}</a>
<a href="{to(zh + 'lessons/statements/' if zh else 'lessons/ledger/')}">{words['ledger']}</a>
<a href="{to('guides/')}"{english}>{words['guides']}</a>
<a href="{to('documentation/operationlab/')}"{english}>{words['reference']}</a>
<a href="{to(other)}" hreflang="{tongue}" lang="{tongue}">{words['other']}</a>
</nav><form role="search" action="{to(zh + 'search/')}"><input type="search" name="q" aria-label="{words['search']}" placeholder="{words['search']}"></form></header>
"""

    def search(self, language):
        """A list of all pages, those in its language first, which the script narrows."""
        words, here = WORDS[language], "zh/search/" if language == "zh" else "search/"
        up = check.relative("", here)
        def listed(title, pages):
            items = "".join(f'<li lang="{WORDS[one.language]["tag"]}"><a href="{up}{one.place}">{html.escape(one.title)}</a></li>' for one in pages)
            return f"<h2>{title}</h2><ul>{items}</ul>"
        kind = lambda one: (2 if one.language == "zh" else 0 if one.folder else 3 if one.place.startswith("guides/")
                            else 4 if one.place.startswith("files/") else 1)
        parts = [(title, [one for one in self.pages.values() if kind(one) == group]) for group, title in enumerate(words["groups"])]
        if language == "zh":
            parts.insert(0, parts.pop(2))
        main = (f'<h1>{words["search"]}</h1>\n<p id="found" role="status">{words["found"]}</p>\n<ol id="hits"></ol>\n'
                '<div id="all">' + "".join(listed(*part) for part in parts) + "</div>")
        return self.frame(here, language, words["search"], words["find"], main, script=f'<script defer src="{up}search.js"></script>\n',
                          other="search/" if language == "zh" else "zh/search/")

    def guides_page(self):
        items = "".join(f'<li><p><a href="../{self.pages[path].place}">{html.escape(self.pages[path].title)}</a></p>'
                        f'<p class="faint">{html.escape(self.pages[path].abstract)}</p></li>' for path in self.guides)
        main = f'<h1>Guides</h1>\n<p>How to use the products in an app and in its tests.</p>\n<ul class="plain">{items}</ul>'
        self.put("guides/index.html", self.frame("guides/", "en", "Guides", "How to use the products.", main))
