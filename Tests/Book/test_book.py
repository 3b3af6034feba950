"""What Scripts/web does with pages and links. Run by BookPagesTests, or with `python3 -m unittest`.

Without markdown-it-py, which Scripts/book installs into .build/book-venv, only the inspection is tried.
"""

import json
import pathlib
import re
import sys
import tempfile
import unittest

CHECKOUT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(CHECKOUT / "Scripts/web"))
import check

try:
    import pages
except ImportError:
    pages = None

SYMBOL = {"kind": "symbol", "metadata": {"title": "Gate", "symbolKind": "class"}, "abstract": [{"type": "text", "text": "A."}]}


def inspected(files, base="/kit"):
    """What is wrong with a site of these files."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            file = pathlib.Path(folder, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content if isinstance(content, str) else json.dumps(content))
        return check.problems(folder, base)[0]


class Inspection(unittest.TestCase):
    def test_finds_nothing_wrong_with_a_sound_site(self):
        reference = {**SYMBOL, "references": {
            "a": {"type": "topic", "url": "/documentation/kit/Gate"}, "b": {"type": "link", "url": "/kit/guides/a/"},
            "c": {"type": "link", "url": "https://example.org/"}, "d": {"type": "unresolvable", "title": "Sendable"}}}
        self.assertEqual(inspected({
            "data/documentation/kit/gate.json": reference, "documentation/kit/gate/index.html": "",
            "guides/a/index.html": '<p id="x"><a href="../../#y">up</a><a href="#x">here</a><img src="a%20b.svg">',
            "guides/a/a b.svg": "", "index.html": '<p id="y"><a href="https://example.org">out</a>'}), [])

    def test_finds_what_leads_nowhere(self):
        for link, words in [("gone/", "'gone/' is not there"), ("a.svg", "'a.svg' is not there"),
                            ("#gone", "'#gone' names no place of that page"), ("/kit/", "the link '/kit/' leads out of the site")]:
            self.assertEqual(inspected({"index.html": f'<a href="{link}">A</a>'}), [f"index.html: {words}"])
        for kind, url, target in [("topic", "/documentation/kit/gone", "documentation/kit/gone/"), ("link", "/kit/gone/", "gone/"),
                                  ("link", "/guides/", "../guides/")]:
            page = {**SYMBOL, "references": {"a": {"type": kind, "url": url}}}
            self.assertEqual(inspected({"data/documentation/kit.json": page}), [f"documentation/kit/: '{target}' is not there"])

    def test_finds_two_places_of_one_name(self):
        self.assertEqual(inspected({"index.html": '<p id="a"><p id="a">'}), ["index.html: two places are called 'a'"])

    def test_finds_symbols_without_documentation_or_topic(self):
        self.assertEqual(inspected({"data/documentation/kit.json": {**SYMBOL, "abstract": []}}),
                         ["documentation/kit/: Gate has no documentation"])
        module = {"kind": "symbol", "metadata": {"title": "Kit", "symbolKind": "module"}, "references": {"y": {"type": "x", "title": "Gate"}},
                  "topicSections": [{"identifiers": ["x"]}, {"identifiers": ["y"], "generated": True}]}
        self.assertEqual(inspected({"data/documentation/kit.json": module}), ["documentation/kit/: no topic names Gate"])

    def test_finds_a_symbol_by_its_name(self):
        with tempfile.TemporaryDirectory() as folder:
            data = pathlib.Path(folder, "data/documentation/kit/gate")
            data.mkdir(parents=True)
            for name in ("../gate", "open()", "wait(for:)-7abcd"):
                (data / f"{name}.json").write_text("{}")
            reference = check.Reference(pathlib.Path(folder))
            for name, place in [("Gate", "gate/"), ("Gate/open()", "gate/open()/"), ("Gate/wait(for:)", "gate/wait(for:)-7abcd/")]:
                self.assertEqual(reference.find(name), f"documentation/kit/{place}")
            self.assertIsNone(reference.find("Door"))


@unittest.skipIf(pages is None, "markdown-it-py is not installed; Scripts/book installs it")
class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        runs = pathlib.Path(cls.folder.name, "runs")
        runs.mkdir()
        task = {"summary": "S < T", "isFurther": False, "verdicts": [{"id": "C11", "statement": "Two start.", "verdict": "confirmed", "seen": "two"}]}
        programs = [{"name": name, "task": task, "code": [place]} for name, place in [("article", 1), ("unshown", 0)]]
        data = {"programs": programs, "boards": [], "code": ["zero", "one", "two"], "course": {}, "signs": {}}
        stills = "".join(f'<section class="program" data-program="{name}">\n<div class="still"><p>It ends.</p>\n'
                         f'<figure tabindex="0" aria-label="Timeline">\n<svg id="{name}"></svg></figure></div>' for name in ("article", "unshown"))
        for name in ("3.html", "3.zh.html"):
            (runs / name).write_text(f'<script type="application/json" id="trace">{json.dumps(data)}</script>{stills}')
        cls.book = pages.Book(cls.folder.name, runs, "/kit", "https://example.org", "")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def page(self, text, path="Lessons/03-missing-finish/README.md"):
        return pages.Page(self.book, path, text)

    def test_gives_each_file_its_place(self):
        for path, place in [("README.md", "about/"), ("CONTRIBUTING.md", "contributing/"), ("Lessons/README.md", "lessons/"),
                            ("Lessons/03-a/README.md", "lessons/03-a/"), ("Lessons/03-a/README.zh.md", "zh/lessons/03-a/"),
                            ("Lessons/03-a/further.md", "lessons/03-a/further/"), ("Lessons/rules.md", "lessons/rules/"),
                            ("Lessons/03-a/exercises/1/A.swift", "files/Lessons/03-a/exercises/1/A.swift/"),
                            ("Lessons/03-a/pictures/a.svg", "lessons/03-a/pictures/a.svg"),
                            ("Sources/X/Core/Kit.docc/guide.md", "guides/guide/"), ("Sources/X/Core/Kit.docc/Kit.md", "documentation/kit/")]:
            self.assertEqual(pages.place(path), place)

    def test_links_to_the_places_of_pages_and_files(self):
        for link, address in [("../README.md", "../"), ("../rules.md#lesson-3", "../rules/#lesson-3"), ("../../README.md", "../../about/"),
                              ("pictures/article.svg", "pictures/article.svg"), ("https://example.org/", "https://example.org/"), ("#why", "#why")]:
            self.assertIn(f'<a href="{address}">it</a>', self.page(f"# T\n\n[it]({link})\n").body()[0])

    def test_names_page_and_link_where_there_is_no_such_file(self):
        self.page("# T\n\n[it](missing.md)\n").body()
        folder = "Lessons/03-missing-finish"
        self.assertEqual(self.book.problems.pop(), f"{folder}/README.md links to '{folder}/missing.md', and there is no such file")

    def test_leaves_alone_what_stands_in_code(self):
        body = self.page("# T\n\n`[it](x.md)`\n\n```\n[it](x.md) <b>\n```\n").body()[0]
        self.assertIn("<code>[it](x.md)</code>", body)
        self.assertIn("[it](x.md) &lt;b&gt;", body)

    def test_shows_a_run_where_the_page_shows_it_and_the_others_before_what_to_try(self):
        text = "# T\n\n<!-- trace: article -->\n```text\nwords\n```\n<!-- end -->\n\n## Try it\n"
        body, runs = self.page(text).body()
        self.assertEqual(re.findall(r'id="run-(\w+)"', body), ["article", "unshown"])
        self.assertIn("S &lt; T</h3>", body)
        self.assertIn("confirmed: two", body)
        # What needs no script.
        self.assertRegex(body, r'(?s)id="run-article".*class="still">.*words.*id="run-unshown".*<p>It ends.</p>.*id="try-it"')
        self.assertNotIn("<!--", body)
        self.assertIn('"code":["zero","one"]', runs.script())

    def test_has_the_picture_of_a_run_once_to_be_seen_without_a_script_only_where_the_page_shows_it(self):
        text = "# T\n\n<!-- picture: article -->\n![Two \"wait\".](pictures/article.svg)\n<!-- end -->\n"
        body = self.page(text).body()[0]
        self.assertIn('<figure tabindex="0" aria-label="Two &quot;wait&quot;.">\n<svg id="article"></svg></figure>', body)
        self.assertIn('<figure class="screen" tabindex="0" aria-label="Timeline">\n<svg id="unshown"></svg></figure>', body)
        self.assertNotIn("<img", body)

    def test_says_the_verdicts_of_a_chinese_page_in_chinese(self):
        body = self.page("# T\n", "Lessons/03-missing-finish/README.zh.md").body()[0]
        self.assertIn('<h3>论断</h3><ul><li><p>Two start.</p><p class="verdict">成立：<span lang="en">two</span></p></li></ul>', body)
        self.assertIn('<span class="faint">程序 article</span>', body)
        self.assertNotIn('<section class="program" lang', body)

    def test_makes_one_row_of_the_ledger_for_each_claim_of_the_lessons(self):
        text = self.book.pages["Lessons/ledger.md"].source
        claims = [one["id"] for file in CHECKOUT.glob("Lessons/*/claims.json") for one in json.loads(file.read_text())]
        rows = re.findall(r"^\| ([A-E]\w*\d\w*) \|", text[text.index("\n## 1. "):], re.MULTILINE)
        self.assertEqual(sorted(rows), sorted(claims))

    def test_names_the_language_of_each_page_and_leads_to_the_other(self):
        for path, lang, other in [("Lessons/03-missing-finish/README.md", "en", "../../zh/lessons/03-missing-finish/"),
                                  ("Lessons/03-missing-finish/README.zh.md", "zh-Hans", "../../../lessons/03-missing-finish/")]:
            page = self.book.pages[path]
            text = self.book.framed(page, *page.body())
            self.assertIn(f'<html lang="{lang}">', text)
            self.assertIn(f'<a href="{other}" hreflang=', text)
            self.assertIn('"og:image" content="https://example.org/kit/preview.png"', text)

    def test_keeps_a_chinese_page_among_chinese_pages_and_says_what_is_in_english(self):
        page = self.book.pages["Lessons/03-missing-finish/README.zh.md"]
        text = self.book.framed(page, *page.body())
        for part in ('<a class="name" href="../../">OperationLab</a>', '<a href="../">课程</a>', '<form role="search" action="../../search/">',
                     '<a href="../../../guides/" hreflang="en">指南（英文）</a>',
                     '<a href="../../../documentation/operationlab/" hreflang="en">参考（英文）</a>'):
            self.assertIn(part, text)
        without = self.book.pages["CONTRIBUTING.md"]
        self.assertIn('<a href="../zh/" hreflang="zh-Hans" lang="zh-Hans">中文</a>', self.book.framed(without, *without.body()))

    def test_lists_the_pages_in_the_language_of_the_search_first(self):
        for language, first in [("en", "lessons/00-first-steps/"), ("zh", "zh/about/")]:
            text = self.book.search(language)
            self.assertEqual(re.findall(r'<li lang="[^"]+"><a href="(?:\.\./)+([^"]*)"', text)[0], first)
            self.assertIn(f'<html lang="{pages.WORDS[language]["tag"]}">', text)

    def test_has_no_script_and_no_style_in_a_page(self):
        page = self.book.pages["Lessons/03-missing-finish/README.md"]
        text = self.book.framed(page, *page.body())
        self.assertEqual(re.findall(r"<style| style=|<script(?! type=\"application/json\"| defer src)", text), [])


if __name__ == "__main__":
    unittest.main()
