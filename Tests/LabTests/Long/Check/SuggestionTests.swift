import Foundation
import OperationTesting
import Testing

@testable import LabShared
@testable import lab

@Suite("What to give --make", .repeatable, .elsewhere)
struct SuggestionTests {
  /// What a class declares, and the expression that follows.
  private static let bodies: [(body: String, expression: String)] = [
    ("", "A()"),
    ("init(work: @escaping (@escaping () -> Void) -> Void) {}", "A(work: probe.begin)"),
    ("init(_ w: ((@escaping () -> Void) -> Void)?) {}", "A(probe.begin)"),
    ("init(block: @escaping () -> Void) {}", "A(block: { probe.run() })"),
    ("init(n: Int, _ block: @escaping @Sendable () -> ()) {}", "A(n: 1, { probe.run() })"),
    ("init(block: @escaping (Operation) -> Void) {}", "A(block: { _ in probe.run() })"),
    (
      "init(task: @escaping (Operation, @escaping (Bool) -> Void) -> Void) {}",
      "A(task: { _, done in probe.begin { done(true) } })"
    ),
    (
      "init(url: URL, completionHandler: @escaping (Data?, Error?) -> Void) {}",
      "A(url: URL(string: \"data:,lab\")!, completionHandler: { _, _ in })"
    ),
    ("init(x: [Int] = [1, 2], f: () -> Void = {}, q: Int) {}", "A(f: { probe.run() }, q: 1)"),
    ("init(parts: [() -> Void]) {}", "A(parts: [{ probe.run() }])"),
    ("init(parts: Operation..., n: Int = 1) {}", "A(parts: BlockOperation { probe.run() })"),
    ("init(f: @escaping () throws -> Int) {}", "A(f: { probe.run(); return 1 })"),
    ("init(f: @escaping () async -> Void) {}", "A(f: { try? await probe.work() })"),
    (
      "init(f: @escaping () async throws -> Bool) {}",
      "A(f: { try await probe.work(); return true })"
    ),
    ("init(f: (@escaping (Result<Void, any Error>) -> Void) -> Void) {}", "A(f: probe.result)"),
    (
      "init(f: (@escaping (Result<[Int], Error>) -> Void) -> Void) {}",
      "A(f: probe.result(of: []))"
    ),
    (
      "typealias Reply<T> = (Result<T, Error>) -> Void; init(f: (@escaping Reply<[String: (Int, Int)]>) -> Void) {}",
      "A(f: probe.result(of: [:]))"
    ),
    (
      "init(f: (@escaping (Secret?, Error?) -> Void) -> Void) {}",
      "A(f: { done in probe.begin { done(nil, CocoaError(.featureUnsupported)) } })"
    ),
    (
      "init(f: (@escaping (Result<Secret, Error>) -> Void) -> Void) {}",
      "A(f: { done in probe.begin { done(.failure(CocoaError(.featureUnsupported))) } })"
    ),
    (
      "init(first: () -> Void, work: (@escaping () -> Void) -> Void) {}",
      "A(first: { }, work: probe.begin)"
    ),
    ("init(a: Secret) {}", "A(a: <#a: Secret#>)"),
    ("init(a: Secret) {}; init(b: () -> Void) {}", "A(b: { probe.run() })"),
    ("init?(b: () -> Void) {}", "A(b: { probe.run() })!"),
    ("private init(b: () -> Void) {}; init(c: String) {}", "A(c: <#c: String#>)"),
    (
      "init(items: [Int], body: Data, n: Int) {}",
      "A(items: <#items: [Int]#>, body: <#body: Data#>, n: 1)"
    ),
    ("init(steps: [String: () -> Void]) {}", "A(steps: [\"\": { probe.run() }])"),
    ("init(make: () -> [Operation]) {}", "A(make: { return [BlockOperation { probe.run() }] })"),
    (
      "init<S: Sequence>(_ items: S, ids: [UUID], each: (S.Element) -> Void) {}",
      "A(<#items: S#>, ids: <#ids: [UUID]#>, each: <#each: (S.Element) -> Void#>)"
    ),
    (
      "init(f: (_ progress: @escaping (Double) -> Void, _ end: @escaping (Error?) -> Void) -> Void) {}",
      "A(f: { _, done in probe.begin { done(nil) } })"
    ),
    (
      "init(client: any Client) {}",
      "A(client: { final class StubClient: NSObject, Client, @unchecked Sendable { let probe: Probe; init(_ probe: Probe) { self.probe = probe }; var key: String { \"\" }; func send(_ text: String, then done: @escaping (Int) -> Void) { probe.begin { done(1) } } }; return StubClient(probe) }())"
    ),
    ("var work: (() -> Void)?", set("work = { probe.run() }")),
    (
      "var onEnd: (() -> Void)?; var load: (@escaping () -> Void) -> Void = { $0() }",
      set("load = probe.begin")
    ),
    ("func add(_ child: Operation) {}", set("add(BlockOperation { probe.run() })")),
    ("private(set) var work: (() -> Void)?", "A()"),
    ("var work: () -> Void { {} }", "A()"),
    ("var completion: (() -> Void)?", "A()"),
    ("func execute() { fatalError() }", checked("execute()", "probe?.run()")),
    (
      "func execute() { fatalError(\"no\") }; func finish() {}",
      checked("execute()", "probe?.begin { self.finish() }")
    ),
    (
      "override func main() { preconditionFailure() }; func complete(_ e: Error? = nil) {}",
      checked("main()", "probe?.begin { self.complete() }")
    ),
    (
      "func work() throws -> Void { fatalError() }; func finish(with e: Error) {}",
      checked(
        "work() throws", "probe?.begin { self.finish(with: CocoaError(.featureUnsupported)) }")
    ),
    (
      "func load(then done: @escaping (Int) -> Void) { fatalError() }",
      checked("load(then done: @escaping (Int) -> Void)", "probe?.begin { done(1) }")
    ),
    (
      "override func start() { main() }; func finish() {}",
      checked("main()", "probe?.begin { self.finish() }")
    ),
    ("override func start() {}; func finish() {}", "A()"),
    ("func execute() {}; override func main() { execute() }", checked("execute()", "probe?.run()")),
  ]

  private static func set(_ statement: String) -> String {
    "let operation = A(); operation.\(statement); return operation"
  }

  private static func checked(_ declaration: String, _ body: String) -> String {
    "class Checked: A, @unchecked Sendable { var probe: Probe?; override func \(declaration) "
      + "{ \(body) } }; let operation = Checked(); operation.probe = probe; return operation"
  }

  /// All are in one file, each in its own type, so that the compiler runs once.
  private static let answers = Result {
    try suggestions(
      """
      enum Secret {}
      protocol Client: AnyObject {
        var key: String { get }
        func send(_ text: String, then done: @escaping (Int) -> Void)
      }

      """
        + bodies.enumerated().map { index, pair in
          "enum N\(index) { class A: Operation, @unchecked Sendable { \(pair.body) } }"
        }.joined(separator: "\n"))
  }

  @Test("follows from what the class declares", arguments: bodies.indices)
  func fromDeclaration(_ index: Int) throws {
    let (body, expression) = Self.bodies[index]
    let made = try Self.answers.get()["N\(index).A"]?.expression
    #expect(made?.replacing("N\(index).A", with: "A") == expression, "\(body)")
  }

  @Test("is there for subclasses of Operation only")
  func onlyOperations() throws {
    let all = try Self.suggestions(
      #"""
      class No {}
      class NoObject: NSObject {}
      // class NoComment: Operation {}
      let text = "class NoText: Operation {"
      extension Outer { class Added: Operation, @unchecked Sendable {} }
      enum Outer { class Inner: Operation, @unchecked Sendable {} }
      class OfInner: Outer.Inner, @unchecked Sendable {}
      class Generic<T: Hashable>: Base<T>, @unchecked Sendable where T: Sendable {}
      class Base<T>: Foundation.Operation, @unchecked Sendable {}
      func f() { class Local: Operation {} }
      """#)
    #expect(all.keys.sorted() == ["Base", "Generic", "OfInner", "Outer.Added", "Outer.Inner"])
    #expect(all["Generic"]?.expression == "Generic<Int>()")
    #expect(all["OfInner"]?.superclass == "Outer.Inner")
  }

  @Test("uses the superclass's initialiser where a class has none")
  func inherits() throws {
    let all = try Self.suggestions(
      """
      class A: Operation, @unchecked Sendable {
        init(work: @escaping (@escaping () -> Void) -> Void) {}
      }
      class B: A, @unchecked Sendable { convenience init() { self.init { $0() } } }
      class C: BlockOperation, @unchecked Sendable {}
      """)
    #expect(
      all.mapValues(\.expression) == [
        "A": "A(work: probe.begin)", "B": "B(work: probe.begin)", "C": "C { probe.run() }",
      ])
  }

  @Test("says what stands in the way of a class")
  func standings() throws {
    let all = try Self.suggestions(
      """


      private
        class Hidden: Operation, @unchecked Sendable {}
      private enum Namespace { class Inner: Operation, @unchecked Sendable {} }
      final class Final: Operation, @unchecked Sendable {
        func execute(_ name: String) { fatalError() }
      }
      enum Secret {}
      class Gap: Operation, @unchecked Sendable { init(a: Secret) {} }
      class Sub: Operation, @unchecked Sendable {}
      """)
    #expect(all["Hidden"]?.standing == .isPrivate)
    #expect(all["Hidden"]?.line == 4)
    #expect(all["Namespace.Inner"]?.standing == .isPrivate)
    #expect(all["Final"]?.standing == .needsSubclass(["execute(_:)"]))
    #expect(all["Gap"]?.standing == .hasGaps)
    #expect(all["Sub"]?.standing == .works)
  }

  @Test("asks for a value that matters, and checks nothing before it has one")
  func gaps() throws {
    let fixture = try Fixture(
      """
      import Foundation
      class Runs: Operation, @unchecked Sendable { init(command: String, parts: [Int]) {} }
      """)
    let listing = try fixture.check()
    let expression = "Runs(command: <#command: String#>, parts: <#parts: [Int]#>)"
    #expect(listing.output.contains("--make '\(expression)'"), "\(listing.output)")
    #expect(listing.output.contains("as your app passes it"), "\(listing.output)")
    let result = try fixture.check("--make", expression)
    #expect(result.status == 64)
    #expect(
      result.errors.contains("put a value in place of <#command: String#>"), "\(result.errors)")
  }

  @Test("says the compiler's own words where a file does not compile")
  func refused() throws {
    let result = try Fixture("class A: BaseOperation {}").check()
    #expect(result.status == 65)
    #expect(result.errors.contains("cannot find type 'BaseOperation' in scope"))
    #expect(result.errors.contains("name that file, too"))
  }

  private static func suggestions(_ source: String) throws -> [String: Suggestion] {
    let fixture = try Fixture("import Foundation\n" + source)
    return try suggestions(SubjectFiles([fixture.path])).mapValues { suggestion in
      // Without the line of the import.
      Suggestion(
        name: suggestion.name, superclass: suggestion.superclass, file: suggestion.file,
        line: suggestion.line - 1, initialisers: suggestion.initialisers,
        expression: suggestion.expression, standing: suggestion.standing)
    }
  }

  private static func suggestions(_ files: SubjectFiles) throws -> [String: Suggestion] {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let compiler = try SubjectCompiler(beside: LabProcess.executable)
    guard case .found(let graph, let bodies) = try compiler.inspect(files, in: folder) else {
      throw Refused()
    }
    let all = try SuggestionFinder(graph, bodies).suggestions(in: files) {
      expressions throws(Failure) in
      try compiler.refusals(of: expressions, files, in: folder)
    }
    return Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private struct Refused: Error {}
}

/// The classes of the folder `Suggested` are sound: what `lab` suggests for them must work as it is.
@Suite("A suggestion, as pasted", .repeatable, .elsewhere)
struct PastedSuggestionTests {
  private struct Listing: Decodable {
    struct Subject: Decodable {
      let name: String
      let make: String?
    }
    let subjects: [Subject]
  }

  private static let paths: [String] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Suggested").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
  }()

  private static let listing = Result {
    let result = try LabProcess(arguments: ["check"] + paths + ["--json"]).run()
    return try JSONDecoder().decode(Listing.self, from: Data(result.output.utf8)).subjects
  }

  private static let names = [
    "AsyncOperation", "BundleOperation", "CheckedOperation", "CountOperation",
    "DebounceOperation", "GroupOperation",
    "HandyOperation", "HelpfulBase", "HiddenOperation", "LaterGroupOperation", "ListOperation",
    "LoadingBase", "NamedBlock", "Network.Request", "ProducingBase", "ProfileOperation",
    "QuietBase", "ReadingOperation", "RetryOperation", "SavingOperation", "ScreenOperation",
    "SendingOperation",
    "StateBase", "TableOperation", "TaskOperation", "TransferOperation",
    "TrappingBase",
  ]

  @Test("is there for each class")
  func complete() throws {
    #expect(try Self.listing.get().map(\.name).sorted() == Self.names)
  }

  /// One that takes no work of the probe's leaves the rules about work undecided.
  @Test("makes a sound class pass", arguments: names.filter { $0 != "HiddenOperation" })
  func works(_ name: String) throws {
    let subject = try #require(try Self.listing.get().first { $0.name == name })
    let make = try #require(subject.make)
    let filled = make.replacing("<#title: String#>", with: "\"\"")
    let result = try LabProcess(arguments: ["check"] + Self.paths + ["--make", filled]).run()
    #expect(result.status == 0, "\(make)\n\(result.output)\(result.errors)")
    let takesWork = !["ReadingOperation"].contains(name)
    #expect(!takesWork || make.contains("probe"))
  }
}
