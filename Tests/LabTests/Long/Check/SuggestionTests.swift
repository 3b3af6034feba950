import Foundation
import OperationBench
import Testing

@testable import LabKit

@Suite("What to give --make", .longPlan, .repeatable, .elsewhere)
struct SuggestionTests {
  /// What classes declare.
  private static let bodies = [
    "",
    "init(work: @escaping (@escaping () -> Void) -> Void) {}",
    "init(_ w: ((@escaping () -> Void) -> Void)?) {}",
    "init(block: @escaping () -> Void) {}",
    "init(n: Int, _ block: @escaping @Sendable () -> ()) {}",
    "init(block: @escaping (Operation) -> Void) {}",
    "init(task: @escaping (Operation, @escaping (Bool) -> Void) -> Void) {}",
    "init(url: URL, completionHandler: @escaping (Data?, Error?) -> Void) {}",
    "init(x: [Int] = [1, 2], f: () -> Void = {}, q: Int) {}",
    "init(parts: [() -> Void]) {}",
    "init(parts: Operation..., n: Int = 1) {}",
    "init(f: @escaping () throws -> Int) {}",
    "init(f: @escaping () async -> Void) {}",
    "init(f: @escaping () async throws -> Bool) {}",
    "init(f: (@escaping (Result<Void, any Error>) -> Void) -> Void) {}",
    "init(f: (@escaping (Result<[Int], Error>) -> Void) -> Void) {}",
    "typealias Reply<T> = (Result<T, Error>) -> Void; init(f: (@escaping Reply<[String: (Int, Int)]>) -> Void) {}",
    "init(f: (@escaping (Secret?, Error?) -> Void) -> Void) {}",
    "init(f: (@escaping (Result<Secret, Error>) -> Void) -> Void) {}",
    "init(first: () -> Void, work: (@escaping () -> Void) -> Void) {}",
    "init(a: Secret) {}",
    "init(a: Secret) {}; init(b: () -> Void) {}",
    "init?(b: () -> Void) {}",
    "private init(b: () -> Void) {}; init(c: String) {}",
    "init(items: [Int], body: Data, n: Int) {}",
    "init(make: () -> [Operation]) {}",
    "init(parts: [Operation]) {}",
    "init(after: Operation) {}",
    "init(dependencies: [Operation]) {}",
    "init(while: @escaping () -> Bool, timeout: TimeInterval, delay: TimeInterval) {}",
    "init(shouldRetry: @escaping (any Error) -> Bool, attempt: @escaping () async throws -> Void) {}",
    "init(first: @escaping () -> Void, second: @escaping () -> Void) {}",
    "init(max: Int, x: Int = 1) {}",
    "init(settings: Settings, secret: Secret?) {}",
    "init<S: Sequence>(_ items: S, ids: [UUID], each: (S.Element) -> Void) {}",
    "init(f: (_ progress: @escaping (Double) -> Void, _ end: @escaping (Error?) -> Void) -> Void) {}",
    "init(client: any Client) {}",
    "init(part: Part, isFast: Bool, seconds: Double, limit: Duration, kinds: [Kind]) {}",
    "var work: ((@escaping () -> Void) -> Void)?",
    "init(type: Secret.Type, work: () -> Void) throws {}",
  ]

  /// All are in one file, each in its own type, so that the compiler runs once.
  @Test("follows from what the class declares")
  func fromDeclaration() throws {
    let answers = try Self.suggestions(
      """
      enum Secret {}
      enum Kind { case known(Int), unknown }
      struct Settings { var name = ""; var kind: Kind; var log: (String) -> Void }
      struct Part { let run: (@escaping () -> Void) -> Void }
      protocol Client: AnyObject {}

      """
        + Self.bodies.enumerated().map { index, body in
          "enum N\(index) { final class A: Operation, @unchecked Sendable { \(body) } }"
        }.joined(separator: "\n"))
    let lines = Self.bodies.enumerated().map { index, body in
      let name = "N\(index).A"
      let expression = answers[name]?.expression.replacing(name, with: "A")
      return "final class A: Operation { \(body) }\n  \(expression ?? "nothing")"
    }
    try Golden.expect("check/suggestions.txt", is: lines.joined(separator: "\n\n"))
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
      class Base: Operation, @unchecked Sendable { func execute() { fatalError() } }
      enum Secret {}
      final class Gap: Operation, @unchecked Sendable { init(a: Secret) {} }
      final class Final: Operation, @unchecked Sendable {}
      final class Generic<T>: Operation, @unchecked Sendable {}
      class Handled: Operation, @unchecked Sendable { var completion: (() -> Void)? }
      class Late: Operation, @unchecked Sendable { init(work: () -> Void) async {} }
      """)
    #expect(all["Hidden"]?.standing == .isPrivate)
    #expect(all["Hidden"]?.line == 4)
    #expect(all["Namespace.Inner"]?.standing == .isPrivate)
    #expect(all["Base"]?.standing == .mayBeBase)
    #expect(all["Gap"]?.standing == .hasGaps)
    #expect(all["Final"]?.standing == .works)
    #expect(all["Generic"]?.standing == .works)
    #expect(all["Handled"]?.standing == .mayTakeWork("completion"))
    #expect(
      all["Late"]?.standing
        == .refused("'async' call in a function that does not support concurrency"))
  }

  @Test("asks for a value that matters, and checks nothing before it has one")
  func gaps() throws {
    let fixture = try Fixture(
      """
      import Foundation
      class Runs: Operation, @unchecked Sendable { init(command: String, parts: [Int]) {} }
      """)
    let listing = try fixture.check()
    let expression = "Runs(command: <#command: String#>, parts: [1, 2] /*made up*/)"
    #expect(listing.output.contains("--make '\(expression)'"), "\(listing.output)")
    #expect(listing.output.contains("as your app passes it"), "\(listing.output)")
    let result = try fixture.check("--make", expression)
    #expect(listing.status == 64)
    #expect(result.status == 64)
    #expect(
      result.errors.contains("put a value in place of <#command: String#>"), "\(result.errors)")
  }

  @Test("names what it made up, behind the values of an expression")
  func madeUp() {
    #expect(Candidate.madeUp(in: "A(work: probe.begin)").isEmpty)
    #expect(
      Candidate.madeUp(
        in: "A(B(x: 1 /*made up*/, y: [1, 2] /*made up*/), { _ in } /*made up*/, n: 2 /*made up*/)")
        == ["x: 1", "y: [1, 2]", "{ _ in }", "n: 2"])
  }

  /// A cache of its own, or a short time, may hide a fault or look like one.
  @Test("takes what all share, types of the file before the system's, and long times")
  func sharedAndTimes() throws {
    let all = try Self.suggestions(
      """
      final class Cache { static let shared = Cache(); init() {} }
      final class Plain { static let other = 1; init() {} }
      final class URLSession { init(work: @escaping (@escaping () -> Void) -> Void) {} }
      class A: Operation, @unchecked Sendable { init(cache: Cache, plain: Plain) {} }
      class B: Operation, @unchecked Sendable { init(session: URLSession) {} }
      class C: Operation, @unchecked Sendable {
        init(watchdog: TimeInterval, within: Duration, after: Double, life: TimeInterval?) {}
      }
      class D: Operation, @unchecked Sendable { init(delay: TimeInterval, ratio: Double) {} }
      """
    ).mapValues { $0.expression.replacing(Candidate.mark, with: "?") }
    #expect(
      all == [
        "A": "A(cache: Cache.shared, plain: Plain()?)",
        "B": "B(session: URLSession(work: probe.begin))",
        "C": "C(watchdog: 60?, within: Duration.seconds(60)?, after: 60?, life: 60?)",
        "D": "D(delay: 0.01?, ratio: 0.01?)",
      ])
  }

  @Test("calls a function that makes one where no initialiser is for others")
  func factories() throws {
    let all = try Self.suggestions(
      """
      final class A: Operation, @unchecked Sendable {
        private init(_ work: @escaping () -> Void) {}
        static func verifying(_ work: @escaping () -> Void) throws -> A { A(work) }
      }
      final class B: Operation, @unchecked Sendable { fileprivate init(n: Int) {} }
      func makeB(work: @escaping () -> Void) -> B? { B(n: 1) }
      final class C: Operation, @unchecked Sendable {
        init(work: @escaping () -> Void) {}
        static func of(_ work: @escaping () -> Void) -> C { C(work: work) }
      }
      """)
    #expect(
      all.mapValues(\.expression) == [
        "A": "try! A.verifying({ probe.run() })", "B": "makeB(work: { probe.run() })!",
        "C": "C(work: { probe.run() })",
      ])
    #expect(all.values.allSatisfy { $0.standing == .works })
  }

  @Test("follows an alias inside the class, marks own values, and ends the operation it is given")
  func closures() throws {
    let all = try Self.suggestions(
      """
      class A: Operation, @unchecked Sendable {
        typealias Step = (@escaping () -> Void) -> Void
        init(signIn: @escaping Step) {}
      }
      class B: Operation, @unchecked Sendable {
        typealias Step = (@escaping () -> Void) -> Void
        init(signIn: @escaping Step, load: @escaping Step) {}
      }
      enum Output { case retry, done }
      class C: Operation, @unchecked Sendable { init(f: @escaping (@escaping (Output) -> Void) -> Void) {} }
      class D: Operation, @unchecked Sendable {
        init(block: @escaping (D) -> Void) {}
        func finish() {}
      }
      """)
    #expect(
      all.mapValues(\.expression) == [
        "A": "A(signIn: probe.begin)",
        "B": "B(signIn: <#signIn: probe.begin#>, load: <#load: probe.begin#>)",
        "C": "C(f: { done in probe.begin { done(Output.retry\(Candidate.mark)) } })",
        "D": "D(block: { operation in probe.begin { operation.finish() } })",
      ])
  }

  @Test("is told to be missing for a class that this platform leaves out, or in a function")
  func absent() throws {
    let result = try Fixture(
      """
      import Foundation
      #\("if") canImport(UIKit)
      final class Elsewhere: Operation {}
      #endif
      func make() -> Operation {
        class Local: Operation, @unchecked Sendable {}
        return Local()
      }
      protocol SomeOperation {}
      class Other: SomeOperation {}
      """
    ).check()
    #expect(result.output.contains("Not offered: Elsewhere, Local."), "\(result.output)")
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
    guard case .found(let graph) = try compiler.inspect(files, in: folder) else {
      throw Refused()
    }
    var finder = SuggestionFinder(graph) { codes throws(Failure) in
      try compiler.refusals(of: codes, files, in: folder)
    }
    let all = try finder.suggestions(in: files)
    return Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private struct Refused: Error {}
}

/// The classes of the folder `Suggested` are sound: what `lab` suggests for them must work as it is.
@Suite("A suggestion, as pasted", .longPlan, .repeatable, .elsewhere)
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
    "AsyncOperation", "CheckedOperation", "CountOperation", "DebounceOperation", "GroupOperation",
    "HiddenOperation", "NamedBlock", "Network.Request", "ProfileOperation", "ReadingOperation",
    "RetryOperation", "ScreenOperation", "TableOperation", "TaskOperation", "TransferOperation",
  ]

  @Test("is there for each class")
  func complete() throws {
    #expect(try Self.listing.get().map(\.name).sorted() == Self.names)
  }

  /// It leaves its work to subclasses: as it is, it never finishes.
  @Test("is missing for a base")
  func base() throws {
    let base = try #require(try Self.listing.get().first { $0.name == "AsyncOperation" })
    #expect(base.make == nil)
  }

  /// One that takes no work of the probe's leaves the rules about work undecided.
  @Test(
    "makes a sound class pass",
    arguments: names.filter { !["AsyncOperation", "HiddenOperation"].contains($0) })
  func works(_ name: String) throws {
    let subject = try #require(try Self.listing.get().first { $0.name == name })
    let make = try #require(subject.make)
    let filled = make.replacing("<#title: String#>", with: "\"\"")
    let result = try LabProcess(arguments: ["check"] + Self.paths + ["--make", filled]).run()
    #expect(result.status == 0, "\(make)\n\(result.output)\(result.errors)")
    #expect(name == "ReadingOperation" || make.contains("probe"))
  }
}
