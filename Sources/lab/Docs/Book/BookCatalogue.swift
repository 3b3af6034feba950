import LabShared
import Foundation
import OperationCourse
import OperationDownloads
import OperationTesting

/// The catalogue that `docc` makes the site from: a file for each page of the checkout, for each file
/// that a page links to, for the ledger, and for each product.
struct BookCatalogue {
  /// What each file of the catalogue holds, by its name.
  private(set) var files: [String: String] = [:]
  private let read: (String) throws(Failure) -> String
  private let links: BookLinks
  /// The path below which the site will lie, such as `/kit`. Empty for the root of a host.
  private let base: String
  private let lessons: [Lesson]
  private var shown: [String] = []

  /// The products and their folders. The first one's page leads to the course and to the others.
  private static let products = [
    ("OperationLab", "Core"), ("OperationDoctor", "Doctor"), ("OperationDownloads", "Downloads"),
    ("OperationTesting", "Testing"),
  ]

  /// Articles of the products: each lies beside a product's page and is linked from it.
  static let articles = [
    "Core/OperationLab.docc/write-an-asynchronous-operation.md",
    "Doctor/OperationDoctor.docc/find-out-why-a-queue-stops.md",
    "Core/OperationLab.docc/bridge-to-async-and-await.md",
    "Core/OperationLab.docc/recipes-for-queues.md",
    "Testing/OperationTesting.docc/check-an-operation-in-your-tests.md",
    "Testing/OperationTesting.docc/expect-things-of-a-trace.md",
    "Testing/OperationTesting.docc/explain-a-test-that-hangs.md",
    "Downloads/OperationDownloads.docc/download-files-that-resume.md",
  ].map { "Sources/OperationLab/\($0)" }

  /// The page of a product: it lists the public symbols.
  static func frontPage(of product: String) -> String {
    let folder = products.first { $0.0 == product }?.1 ?? product
    return "Sources/OperationLab/\(folder)/\(product).docc/\(product).md"
  }

  /// - Parameters:
  ///   - lessons: in the order in which they are taught.
  ///   - pages: Markdown files directly under `Lessons`, besides its `README.md`.
  ///   - read: the text of a file, by its path from the checkout's root.
  init(
    lessons: [Lesson], pages: [String], base: String, links: BookLinks,
    read: @escaping (String) throws(Failure) -> String
  ) throws(Failure) {
    (self.lessons, self.base, self.links, self.read) = (lessons, base, links, read)
    let besides = pages.sorted().map { "Lessons/\($0)" }
    try add("README.md", title: "About the kit")
    try add("CONTRIBUTING.md", title: "Contributing")
    let originals =
      ["README.md", "Lessons/README.md"] + besides
      + lessons.map { "Lessons/\($0.folder)/README.md" }
    let chinese = originals.map(Language.chinese.path).filter(links.exists)
    try add("Lessons/README.md", footer: Self.topics(lessons, besides, chinese))
    for page in besides + chinese { try add(page) }
    for place in lessons.indices { try add(lessonAt: place) }
    for (name, text) in BookLedger(statements: Statements(lessons)).articles {
      files["\(name).md"] = text
    }
    files["files.md"] = fileList
    for (product, _) in Self.products {
      files["\(product).md"] = try read(Self.frontPage(of: product))
    }
    files["OperationLab.md"] = files["OperationLab.md"].map(Self.first)
    for path in Self.articles {
      files[URL(fileURLWithPath: path).lastPathComponent] = try read(path)
    }
    files["theme-settings.json"] = try read(
      "Sources/OperationLab/Core/OperationLab.docc/theme-settings.json")
  }

  private mutating func add(
    _ path: String, title: String? = nil, header: String = "", footer: String = ""
  ) throws(Failure) {
    let article = try BookArticle(
      read(path), path: path, links: links, title: title, header: header, footer: footer)
    files[BookNames.article(path) + ".md"] = article.text
    for file in article.files { try show(file) }
  }

  /// Puts a file that a page links to into the catalogue, unless it is a page that comes by itself.
  private mutating func show(_ file: String) throws(Failure) {
    let name = BookNames.article(file)
    if file.hasSuffix(".svg") {
      let picture = BookNames.picture(file)
      let (light, dark) = BookPicture.themes(of: try read(file))
      files[picture] = light
      files[picture.dropLast(4) + "~dark.svg"] = dark
    } else if name.hasPrefix("file-"), files[name + ".md"] == nil {
      shown.append(name)
      if file.hasSuffix(".md") {
        try add(file)
      } else {
        files[name + ".md"] = BookArticle(code: try read(file), path: file).text
      }
    }
  }

  private mutating func add(lessonAt place: Int) throws(Failure) {
    let lesson = lessons[place]
    let path = "Lessons/\(lesson.folder)/README.md"
    let steps = "\(base)/steps/\(BookNames.steps(lesson.folder))"
    let call = "  @CallToAction(url: \"\(steps)\", purpose: link, label: \"Step through it\")\n"
    let header = """
      @Metadata {
        @TitleHeading("Lesson")
      \(Self.leavesTraces(lesson) ? call : "")}
      @Options {
        @AutomaticSeeAlso(disabled)
      }
      """
    let around = [place - 1, place + 1].filter(lessons.indices.contains)
      .map { "- <doc:\(BookNames.article("Lessons/\(lessons[$0].folder)/README.md"))>" }
    try add(
      path, header: header,
      footer: "## Before and after\n\n" + around.joined(separator: "\n"))
  }

  /// The lesson of the first steps runs programs that leave no trace: nothing to step through.
  private static func leavesTraces(_ lesson: Lesson) -> Bool { !lesson.claims.isEmpty }

  private static func topics(
    _ lessons: [Lesson], _ pages: [String], _ chinese: [String]
  ) -> String {
    func list(_ paths: [String]) -> String {
      paths.map { "- <doc:\(BookNames.article($0))>" }.joined(separator: "\n")
    }
    // These two are listed with the ledger.
    let besides = pages.filter { !BookNames.article($0).hasSuffix("statements") }
      .filter { !BookNames.article($0).hasSuffix("foundation-differences") }
    return """
      ## Topics

      ### One question each

      \(list(lessons.map { "Lessons/\($0.folder)/README.md" }))

      ### Beside the lessons

      \(list(besides))

      ### 中文

      \(list(chinese))
      """
  }

  private var fileList: String {
    """
    # Files

    What the pages link to in the checkout, shown here.

    ## Topics

    ### In the order in which the pages name them

    \(shown.map { "- <doc:\($0)>" }.joined(separator: "\n"))

    """
  }

  /// The page that comes first, with links to the other products and the course above the symbols.
  private static func first(_ page: String) -> String {
    let others = products.dropFirst().map { "``/\($0.0)``" }.joined(separator: " and ")
    return page.replacing(
      "\n## Topics\n",
      with: """

        The other products are \(others).

        ## Topics

        ### The course

        - <doc:about>
        - <doc:the-lessons>
        - <doc:ledger>
        - <doc:contributing>
        - <doc:files>

        """)
  }
}
