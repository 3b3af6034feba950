import OperationBench
import OperationDoctor

/// The timelines of several runs, in one document.
package struct TimelineAlbum: Sendable {
  private let title: String
  private let pages: [Page]
  private let course: Course?
  private let boards: [Board]
  private let introduction: [String]
  private let words: TimelineWords

  /// A program whose scheduler the reader is.
  package struct Board: Sendable {
    /// What the program does, in a sentence.
    package let summary: String
    /// The runs.
    package let tree: OrderTree
    /// The program. Its events are the tree's steps.
    package let code: Code

    /// A board of a page.
    package init(summary: String, tree: OrderTree, code: Code) {
      (self.summary, self.tree, self.code) = (summary, tree, code)
    }
  }

  /// One run in an album.
  package struct Page: Sendable {
    /// What is shown above it.
    package let title: String
    /// What it is called among the others, such as the name of its program.
    package let name: String
    /// The run.
    package let timeline: Timeline
    /// The program that was run, to be shown beside it.
    package let code: Code
    /// What the lesson asks before the run and says after it.
    package let task: Task?

    /// A page of the album.
    ///
    /// - Parameters:
    ///   - title: what stands above the picture.
    ///   - name: the program's.
    ///   - timeline: what is drawn.
    ///   - code: of the program. By default none is at hand.
    ///   - task: the lesson's questions and verdicts. By default there are none.
    package init(
      title: String, name: String, timeline: Timeline, code: Code = Code(), task: Task? = nil
    ) {
      self.title = title
      self.name = name
      self.timeline = timeline
      self.code = code
      self.task = task
    }
  }

  /// What a lesson says around all its runs.
  package struct Course: Encodable, Sendable {
    /// The lesson's number.
    let number: Int
    /// The lesson's title.
    let title: String
    /// The question, which does not tell what happens.
    let question: String
    /// What to remember.
    let rules: [String]
    /// The number of the lesson that comes next. `nil` after the last one.
    let next: Int?

    /// What a lesson says around its runs.
    ///
    /// - Parameters:
    ///   - next: the number of the lesson that comes next.
    ///   - language: of the words.
    package init(of lesson: Lesson, next: Int?, in language: Language) {
      (number, title) = (lesson.number, lesson.title(in: language))
      (question, rules) = (language.text(lesson.opening), lesson.rules(in: language))
      self.next = next
    }
  }

  /// What a lesson asks before a run and says after it.
  package struct Task: Encodable, Sendable {
    /// What the program does, in a sentence.
    let summary: String
    /// What the learner is asked.
    let question: String
    /// The answers to choose from. `nil` if the answer is a number.
    let choices: [String]?
    /// Why it was so, and what refutes the other answers. `nil` where the run answers something else.
    let reasons: Reasons.Answer?
    /// What can be answered to *Why?*. Empty where that is not asked.
    let why: [Reasons.Reason]
    /// What the run answered. `nil` if it does not say.
    let answer: String?
    /// The number of the event that decides the answer. `nil` if only the end does.
    let deciding: Int?
    /// The statements that this run decides, alone or with those before it.
    let verdicts: [Statement]
    /// Whether it is beyond the lesson's main line.
    let isFurther: Bool

    /// A statement with its verdict.
    struct Statement: Encodable {
      let id: String
      let statement: String
      let verdict: Verdict
      let because: String
      let seen: String
    }
  }

  /// The code of a program, for readers.
  package struct Code: Sendable {
    /// What to show, in order.
    package let pieces: [Piece]
    /// For each event, by its place in the trace, the line that it comes from where that is known:
    /// counted from 0 through the lines of all pieces.
    package let lineOfEvent: [Int?]
    /// What the words of the bench in it mean, a line each.
    package let glossary: [String]

    /// By default, no code.
    package init(pieces: [Piece] = [], lineOfEvent: [Int?] = [], glossary: [String] = []) {
      self.pieces = pieces
      self.lineOfEvent = lineOfEvent
      self.glossary = glossary
    }

    /// Lines that belong together: a body, a class.
    package struct Piece: Encodable, Hashable, Sendable {
      /// What it is called.
      package let name: String
      /// Without line feeds.
      package let lines: [String]
      /// What it does, for a helper that is folded behind its name. `nil` if it is shown.
      package let about: String?

      /// A piece of code.
      package init(name: String, lines: [String], about: String? = nil) {
        (self.name, self.lines, self.about) = (name, lines, about)
      }
    }
  }

  /// An album of these pages.
  ///
  /// - Parameters:
  ///   - title: of the whole.
  ///   - pages: the runs, in the order in which to show them.
  ///   - course: the lesson that they belong to. By default there is none.
  ///   - boards: what can be played, for the page only.
  ///   - introduction: the paragraphs below the title of a page without a lesson.
  ///   - language: of what the pages say besides.
  package init(
    title: String, pages: [Page], course: Course? = nil, boards: [Board] = [],
    introduction: [String] = [], language: Language = .english
  ) {
    (self.title, self.pages, self.course) = (title, pages, course)
    (self.boards, self.introduction) = (boards, introduction)
    words = TimelineWords(language: language)
  }

  /// One SVG document, the pictures below each other.
  package func svg() -> String {
    let gap = 40
    var elements = ""
    var (width, y) = (0, 0)
    for page in pages {
      let heading = TimelineMarkup.text(page.title)
      elements += #"<text class="tl-thread" x="16" y="\#(y + 26)">\#(heading)</text>"# + "\n"
      let picture = TimelineSVG(timeline: page.timeline, title: page.title, words: words)
        .picture(y: y + gap, hasStyle: false)
      elements += picture.element
      width = max(width, picture.width)
      y += gap + picture.height
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" class="tl" width="\(width)" height="\(y)" \
      viewBox="0 0 \(width) \(y)">
      <title>\(TimelineMarkup.text(title))</title>
      <style>\(TimelineSVG.style)</style>
      <rect class="tl-paper" width="\(width)" height="\(y)"/>
      \(elements)</svg>

      """
  }

  /// One page to step through, the runs below each other.
  package func html() -> String {
    TimelinePage(
      title: title, pages: pages, course: course, boards: boards, introduction: introduction,
      words: words
    ).text()
  }

  /// One trace file, each run as a process.
  ///
  /// - Throws: what `JSONEncoder` throws. It has no cause to.
  package func perfetto() throws -> String {
    try TimelinePerfetto.json(
      pages.map { TimelinePerfetto(timeline: $0.timeline, title: $0.title) })
  }
}

extension TimelineAlbum.Task {
  /// What the lesson asks before this run, and the statements that no earlier run could decide. `nil`
  /// if the lesson has no such program.
  ///
  /// - Parameter language: of the words.
  package init?(of run: Run, in report: LessonReport, _ language: Language) {
    let lesson = report.lesson
    guard let program = lesson.program(named: run.program) else { return nil }
    let prediction = lesson.prediction(for: program)
    summary = language.text(program.summary)
    question = language.text(prediction.question)
    choices =
      if case .choice(let choices) = prediction.form { choices.map(language.text) } else { nil }
    let result = prediction.result(of: run)
    answer = (result?.answer).map(language.text)
    deciding = result?.evidence.map(\.seq).max()
    let isExplained = prediction.explanation?.answer == result?.answer
    reasons = isExplained ? prediction.explanation?.said(in: language) : nil
    why = isExplained ? prediction.why.map { $0.said(in: language) } : []
    let known = report.runs.map(\.program).prefix { $0 != run.program } + [run.program]
    let decided = report.findings.filter {
      $0.claim.programs.isSubset(of: known) && $0.claim.programs.contains(run.program)
    }
    verdicts = decided.map {
      Statement(
        id: $0.claim.id, statement: $0.claim.statement(in: language),
        verdict: $0.judgement.verdict, because: $0.claim.because(in: language),
        seen: TerminalText.visible(language($0.judgement.seen)))
    }
    isFurther = lesson.further.contains { $0.name == run.program }
  }
}
