import LabShared
import OperationCourse
import OperationDownloads
import OperationTesting

/// The page that the site opens with: what the kit is, a program to play, three doors, one picture, and
/// the lessons.
///
/// All links are relative, so it works below any path.
struct FrontPage {
  /// In the order in which they are taught.
  let lessons: [Lesson]
  /// The SVG of ``shown``.
  let picture: String
  /// The program that can be played: ``played``.
  let board: TimelineAlbum
  /// The address of the site, without a slash at its end: previews of links need it for their
  /// picture. `nil` if it is not known.
  let address: String?

  /// The lesson whose picture is shown, and the program.
  static let shown = (lesson: 3, program: "article")
  /// The lesson whose program can be played.
  static let played = (lesson: 8, program: "priority-as-order")
  /// The picture for previews of links, in the site and in the checkout: 1200 by 630 pixels, as such
  /// previews are cut, and no SVG, which they do not show.
  static let preview = (site: "preview.png", checkout: "Lessons/preview.png")

  private static let abstract =
    "OperationLab shows what Swift's Operation and OperationQueue really do, by running them: "
    + "lessons with real traces, a checker for your own subclasses, and a small library for apps."

  var html: String { page(board.playable()) }

  private func page(_ playable: (style: String, sections: String, scripts: String)) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>OperationLab: what Operation and OperationQueue really do</title>
    <meta name="description" content="\(Self.abstract)">
    <meta property="og:type" content="website">
    <meta property="og:title" content="OperationLab">
    <meta property="og:description" content="\(Self.abstract)">
    <meta property="og:image" content="\(address.map { "\($0)/" } ?? "")\(Self.preview.site)">
    <meta name="twitter:card" content="summary_large_image">
    <link rel="icon" href="favicon.svg">
    <style>
    \(playable.style)
    \(Self.style)
    </style>
    </head>
    <body>
    <header>
    <p class="name">OperationLab</p>
    <h1>See what <code>Operation</code> and <code>OperationQueue</code> really do.</h1>
    <p>Lessons with traces of real runs, a checker for your own subclasses, and a small library for
    apps. In Swift, on the platform’s own Foundation, with nothing else to install.</p>
    </header>
    <main>
    \(playable.sections)
    <p class="more">More to play: \(more.joined(separator: " · "))</p>
    <section class="doors" aria-label="Where to begin">
    \(doors.map(\.html).joined(separator: "\n"))
    </section>
    \(hero)
    <section>
    <h2 id="lessons">The lessons</h2>
    <table>
    <thead><tr><th scope="col">Lesson</th><th scope="col">Question</th><th scope="col">Run</th></tr></thead>
    <tbody>
    \(lessons.map(row).joined(separator: "\n"))
    </tbody>
    </table>
    </section>
    </main>
    <footer>
    <p>Works on Linux with Swift 6.1 or later. It is written for macOS 15 as well, but no Mac has run it
    yet. <a href="\(Self.page("about"))">About the kit</a> ·
    <a href="\(Self.page("ledger"))">All statements and their verdicts</a> ·
    <a href="\(Self.page("contributing"))">Contributing</a></p>
    </footer>
    \(playable.scripts)
    </body>
    </html>

    """
  }

  /// The question of one lesson, its picture, and the way to step through it.
  private var hero: String {
    guard let lesson = lessons.first(where: { $0.number == Self.shown.lesson }) else { return "" }
    return """
      <section class="hero">
      <p class="eyebrow">Lesson \(lesson.number): \(TimelineMarkup.escaped(lesson.title))</p>
      <h2>\(TimelineMarkup.escaped(lesson.question))</h2>
      <p class="actions"><a class="button" href="\(Self.steps(lesson))">Step through the run</a>
      <a href="\(Self.page(of: lesson))">Read the lesson</a></p>
      <div class="shown" tabindex="0" role="region" aria-label="The picture of the run">
      \(svg)</div>
      <p class="sideways">Scroll sideways to see the whole run.</p>
      </section>
      """
  }

  /// Without the declaration that only a file of its own has.
  private var svg: Substring {
    picture[(picture.firstRange(of: "<svg")?.lowerBound ?? picture.startIndex)...]
  }

  /// The lessons with programs to play.
  private var more: [String] {
    lessons.compactMap { lesson in
      Goals.of(lesson).first.map { goal in
        "<a href=\"\(Self.steps(lesson))#play-\(goal.program)\">"
          + "\(TimelineMarkup.escaped(lesson.title))</a>"
      }
    }
  }

  private func row(_ lesson: Lesson) -> String {
    let run =
      lesson.claims.isEmpty
      ? "<td></td>"
      : "<td><a href=\"\(Self.steps(lesson))\" aria-label=\"Step through lesson "
        + "\(lesson.number)\">Step through</a></td>"
    return "<tr><th scope=\"row\"><span class=\"number\">\(lesson.number)</span> "
      + "<a href=\"\(Self.page(of: lesson))\">\(TimelineMarkup.escaped(lesson.title))</a></th>"
      + "<td>\(TimelineMarkup.escaped(lesson.question))</td>\(run)</tr>"
  }
}

extension FrontPage {
  /// One of the ways into the kit.
  private struct Latch {
    let title: String
    let words: String
    let code: String
    let links: [(words: String, page: String)]

    var html: String {
      let links = links.map { "<a href=\"\($0.page)\">\($0.words)</a>" }
      return """
        <div><h2>\(title)</h2>
        <p>\(words)</p>
        <pre tabindex="0"><code>\(code)</code></pre>
        <p class="links">\(links.joined(separator: " · "))</p></div>
        """
    }
  }

  private var doors: [Latch] {
    [
      Latch(
        title: "Learn",
        words: "Predict what a program does, run it, and see on its trace whether you were right. "
          + "Then mend one yourself.",
        code: "swift run lab lesson 3",
        links: [
          ("First steps", lessons.first.map(Self.page(of:)) ?? ""),
          ("How to learn with it", Self.page("the-lessons")),
        ]),
      Latch(
        title: "Check your class",
        words: "Run your subclass against the rules that a queue relies on. Each broken rule comes "
          + "with the trace that shows it.",
        code: "swift run lab check MyOperation.swift",
        links: [
          ("A real finding", Self.page("course-check-your-own")),
          ("In your tests", Self.page("check-an-operation-in-your-tests")),
        ]),
      Latch(
        title: "Use the library",
        words:
          "A base class for asynchronous work, downloads that resume, and a doctor that says why "
          + "a queue does not run.",
        code: "print(QueueDoctor(queue).report())",
        links: [
          ("Operations", Self.page("write-an-asynchronous-operation")),
          ("Downloads", Self.page("download-files-that-resume")),
          ("Reference", "documentation/operationlab/"),
        ]),
    ]
  }

  private static func page(_ article: String) -> String {
    "documentation/operationlab/\(article)/"
  }

  private static func page(of lesson: Lesson) -> String {
    page(BookNames.article("Lessons/\(lesson.folder)/README.md"))
  }

  private static func steps(_ lesson: Lesson) -> String {
    "steps/\(BookNames.steps(lesson.folder))"
  }

  private static let style = """
    :root {
      color-scheme: light dark;
      --paper: #fff; --ink: #1d2733; --soft: #51606f; --line: #d5dce4; --panel: #f4f6f9;
      --link: #0b57a4; --action: #1f5f9e; --on-action: #fff;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #12171e; --ink: #e6edf3; --soft: #a3b1bf; --line: #333e4a; --panel: #1a212a;
        --link: #8abdf5; --action: #84b4e6; --on-action: #10151b;
      }
    }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.55 system-ui, sans-serif; }
    header, main, footer { max-width: 62rem; margin: 0 auto; padding: 0 1.5rem; }
    a { color: var(--link); text-underline-offset: .15em; }
    :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
    code { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .92em; }
    header { padding-top: 2rem; }
    main { padding-top: 0; padding-bottom: 0; }
    .board { margin-top: 1.5rem; padding-bottom: 0; border-top: 2px solid var(--ink); }
    .board h2 { margin-top: 0; font-size: 1.25rem; }
    header p { max-width: 42rem; font-size: 1.15rem; color: var(--soft); margin: 0; }
    header .name { font-size: 1rem; font-weight: 650; color: var(--ink); }
    h1 { font-size: clamp(1.7rem, 4vw, 2.4rem); line-height: 1.12; letter-spacing: -.02em; margin: .2rem 0 .7rem; max-width: 24em; }
    h1 code { letter-spacing: -.05em; }
    h2 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; margin: 3.5rem 0 1rem; }
    .hero { margin-top: 3rem; padding: 1.75rem; background: var(--panel); border-radius: 14px; }
    .hero h2 { margin: .25rem 0 1rem; max-width: 34em; }
    .eyebrow { margin: 0; color: var(--soft); }
    .actions { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1.5rem; margin: 0 0 1.5rem; }
    .button { padding: .6rem 1.2rem; border-radius: 8px; background: var(--action); color: var(--on-action); font-weight: 600; text-decoration: none; }
    .button:hover { text-decoration: underline; }
    .shown { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); }
    .shown svg { display: block; margin: 0 auto; }
    .sideways { display: none; margin: .6rem 0 0; font-size: .9rem; color: var(--soft); }
    .doors { display: grid; grid-template: repeat(4, auto) / repeat(3, 1fr); column-gap: 2rem; margin-top: 3.5rem; }
    .doors > div { display: grid; grid-row: span 4; grid-template: subgrid / minmax(0, 1fr); border-top: 3px solid var(--action); }
    .doors h2 { margin: .9rem 0 .4rem; font-size: 1.25rem; }
    .doors p { margin: 0 0 1rem; }
    .doors pre { overflow-x: auto; margin: 0 0 .8rem; padding: .6rem .7rem; font-size: .82rem; background: var(--panel); border-radius: 8px; }
    .doors .links { margin: 0; }
    table { width: 100%; border-collapse: collapse; }
    th, td { padding: .7rem 1.25rem .7rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
    thead th { font-size: .9rem; font-weight: 400; color: var(--soft); }
    td:last-child { padding-right: 0; white-space: nowrap; }
    tbody th { width: 33%; padding-left: 2.2rem; font-weight: 600; }
    .number { float: left; width: 2.2rem; margin-left: -2.2rem; font-weight: 400; font-variant-numeric: tabular-nums; color: var(--soft); }
    footer { margin-top: 3.5rem; padding-bottom: 3rem; font-size: .95rem; color: var(--soft); }
    @media (max-width: 46rem) {
      header { padding-top: 2rem; }
      header, main, footer { padding-left: 1.1rem; padding-right: 1.1rem; }
      .hero { margin: 2rem -1.1rem 0; padding: 1.25rem 1.1rem; border-radius: 0; }
      .hero h2 { font-size: 1.25rem; }
      .doors { display: block; }
      .doors > div { display: block; margin-top: 2rem; }
      thead { display: none; }
      tr { display: block; padding: .8rem 0; border-bottom: 1px solid var(--line); }
      th, td { display: block; width: auto !important; padding: 0 0 .2rem 2.2rem; border: 0; }
    }
    @media (max-width: 60rem) { .sideways { display: block; } }
    @media print { .doors, .actions { break-inside: avoid; } .shown { overflow: visible; } }
    """
}
