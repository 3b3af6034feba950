import Testing

@testable import lab

@Suite("What to give --make")
struct SuggestionTests {
  @Test(
    "follows from the initialiser",
    arguments: [
      ("", "A()"),
      ("init() {}", "A()"),
      ("init(work: @escaping (@escaping () -> Void) -> Void) {}", "A(work: probe.begin)"),
      ("init(_ w: ((@escaping () -> Void) -> Void)?) {}", "A(probe.begin)"),
      (
        "init(w: @escaping (_ done: @escaping @Sendable () -> Void) -> Void) {}",
        "A(w: probe.begin)"
      ),
      ("init(block: @escaping () -> Void) {}", "A { probe.run() }"),
      ("init(n: Int, _ block: @escaping @Sendable () -> ()) {}", "A(n: 1) { probe.run() }"),
      ("init(block: @escaping (A) -> Void) {}", "A { _ in probe.run() }"),
      (
        "init(task: @escaping (A, @escaping (Bool) -> Void) -> Void) {}",
        "A { _, done in probe.begin { done(true) } }"
      ),
      (
        "init(url: URL, completionHandler: @escaping (Data?, Error?) -> Void) {}",
        "A(url: URL(fileURLWithPath: \"/dev/null\")) { _, _ in }"
      ),
      ("init(x: Int = 1, q: DispatchQueue) {}", "A(q: .global())"),
      ("init(parts: [() -> Void]) {}", "A(parts: [{ probe.run() }])"),
      ("init(f: @escaping () throws -> Int) {}", "A { probe.run(); return 1 }"),
      ("init(f: @escaping () async -> Void) {}", "A { try? await probe.work() }"),
      (
        "init(f: @escaping () async throws -> Bool) {}",
        "A { try await probe.work(); return true }"
      ),
      (
        "init(f: (@escaping (Result<Void, any Error>) -> Void) -> Void) {}", "A(f: probe.result)"
      ),
      (
        "init(f: (@escaping (Result<[Int], Error>) -> Void) -> Void) {}",
        "A(f: probe.result(of: []))"
      ),
      ("init(a: Secret) {}", "A(a: <#Secret#>)"),
      ("init(a: Secret) {}; init(b: () -> Void) {}", "A { probe.run() }"),
      ("init?(b: () -> Void) {}", "A(b: { probe.run() })!"),
      ("private init(b: () -> Void) {}; init(c: String) {}", "A(c: \"\")"),
      ("func f() { init2(x: 1) }; init(c: Bool) { super.init() }", "A(c: true)"),
    ])
  func fromInitialiser(_ body: String, _ expression: String) {
    #expect(suggestions("class A: Operation { \(body) }") == ["A": expression])
  }

  @Test(
    "is there for subclasses of Operation only",
    arguments: [
      ("class A {}", []),
      ("class A: NSObject {}", []),
      ("struct A: Operation {}", []),
      ("protocol A: Operation {}", []),
      ("// class A: Operation {}", []),
      ("/* class A: Operation { /* } */ */", []),
      ("let a = \"class A: Operation {\"", []),
      ("let a = \"\"\"\nclass A: Operation {\\(\"}\")\n\"\"\"", []),
      ("let a = #\"\\\" class A: Operation {\"#", []),
      ("class A: Operation {", ["A"]),
      ("public final class A : Foundation . Operation , @unchecked Sendable {}", ["A"]),
      ("@objc(X) open class A: NSOperation {}", ["A"]),
      ("class A: BaseOperation {}", ["A"]),
      ("class A: Base {}\nclass Base: Operation {}", ["A", "Base"]),
      ("class A: Base {}\nclass Base {}", []),
      ("class A: A {}", []),
      ("enum E { class A: Operation {} }\nclass B: E.A {}", ["B", "E.A"]),
      ("extension E { class A: Operation {} }", ["E.A"]),
      (
        "class A<T: Hashable>: Base<T> where T: Sendable {}\nclass Base<T>: Operation {}",
        ["A", "Base"]
      ),
      ("class A: Operation { class func make() {} class var b: Int { 1 } }", ["A"]),
    ] as [(String, [String])])
  func onlyOperations(_ source: String, _ names: [String]) {
    #expect(suggestions(source).keys.sorted() == names)
  }

  @Test("uses the superclass's initialiser where a class has none")
  func inherits() {
    let source = """
      class A: Operation { init(work: @escaping (@escaping () -> Void) -> Void) {} }
      class B: A { convenience init() { self.init { $0() } } }
      class C: BlockOperation {}
      """
    #expect(
      suggestions(source) == [
        "A": "A(work: probe.begin)", "B": "B(work: probe.begin)", "C": "C { probe.run() }",
      ])
  }

  @Test(
    "sets the work of a class that takes it later",
    arguments: [
      ("var work: (() -> Void)?", "work = { probe.run() }"),
      ("public var run: () -> Void = {}", "run = { probe.run() }"),
      ("var work: (() -> Void)? { didSet {} }", "work = { probe.run() }"),
      ("var onEnd: (() -> Void)?; var load: (@escaping () -> Void) -> Void", "load = probe.begin"),
    ])
  func setsWork(_ body: String, _ assignment: String) {
    let expected = "let operation = A(); operation.\(assignment); return operation"
    #expect(suggestions("class A: Operation { \(body) }") == ["A": expected])
    #expect(suggestions("class B: Operation { \(body) }; class A: B {}")["A"] == expected)
  }

  @Test(
    "sets nothing that is not to be set, or no work",
    arguments: [
      "private var work: (() -> Void)?", "private(set) var work: (() -> Void)?",
      "static var work: (() -> Void)?", "var work: () -> Void { {} }",
      "let work: () -> Void", "var completion: (() -> Void)?", "var count: Int",
    ])
  func setsNothing(_ body: String) {
    #expect(suggestions("class A: Operation { \(body) }") == ["A": "A()"])
  }

  @Test(
    "is a subclass where the class leaves its work to subclasses",
    arguments: [
      ("func execute() { fatalError() }", "execute", "probe?.run()"),
      (
        "func execute() { fatalError(\"no\") }; func finish() {}", "execute",
        "probe?.begin { self.finish() }"
      ),
      (
        "override func main() { preconditionFailure() }; func complete(_ e: Error? = nil) {}",
        "main", "probe?.begin { self.complete() }"
      ),
      (
        "func work() throws -> Void { fatalError() }; func finish(with e: Error) {}", "work",
        "probe?.run()"
      ),
    ])
  func generatesASubclass(_ body: String, _ method: String, _ work: String) {
    let expected = """
      class Checked: A, @unchecked Sendable { var probe: Probe?; override func \(method)() \
      { \(work) } }; let operation = Checked(); operation.probe = probe; return operation
      """
    let all = suggestions(
      "class A: Operation { \(body) }\nclass B: A { override func \(method)() {} }")
    #expect(all == ["A": expected, "B": "B()"])
  }

  @Test("names the line, and says which class must not be private")
  func lines() {
    let classes = DeclarationScan("\n\n/*\n*/ private\nclass A: Operation {}").classes
    #expect(classes.map(\.line) == [5])
    #expect(classes.map(\.isPrivate) == [true])
  }

  @Test("survives text that is no Swift at all")
  func nonsense() {
    for text in [
      "\"", "\"\"\"", "#\"", "/*", "class", "class A:", "init(", "}}}}", "class : {", "é🙂",
    ] {
      for prefix in ["", "class A: Operation { init(", "struct S { class "] {
        _ = suggestions(prefix + text)
      }
    }
  }

  private func suggestions(_ source: String) -> [String: String] {
    let all = Suggestion.all(among: DeclarationScan(source).classes)
    return Dictionary(
      all.map { ($0.declaration.name, $0.expression) }, uniquingKeysWith: { first, _ in first })
  }
}
