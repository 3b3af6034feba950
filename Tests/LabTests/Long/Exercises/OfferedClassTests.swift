import Foundation
import OperationLab
import Testing

/// The classes that a page or a solution offers, in three situations: that of lesson 4, claim C14b (cancelled,
/// finished and released while a dependency still runs, or has set its flag and not posted it), with a dependency
/// that has finished, and started and cancelled at the same moment, often.
@Suite("A class that is offered for copying", .longPlan, .repeatable, .elsewhere)
struct OfferedClassTests {
  @Test(
    "can be released while its dependency still runs, and finishes in a thousand rounds of start() and cancel()",
    arguments: Offer.all)
  func survives(_ offer: Offer) throws {
    let result = try Self.run(offer.source(), offer.made, rounds: offer.rounds)
    #expect(result.status == 0 && result.output == "finished\n", "\(offer.file): \(result)")
  }

  @Test(
    "does not survive without the line that removes its dependencies, and is not ready without the one after it",
    .enabled(if: Platform.current == .linux))
  func needsTheLine() throws {
    let offer = try #require(Offer.all.first { $0.name == "StateOperation" })
    let source = try offer.source()
    for (line, status) in [("dependencies.forEach(removeDependency)", -11), ("super.cancel()", 3)] {
      try #require(source.contains(line))
      let result = try Self.run(source.replacing(line, with: ""), offer.made, rounds: 0)
      #expect(result.status == status, "\(result)")
    }
  }

  /// Compiles and runs it.
  private static func run(
    _ source: String, _ made: [String], rounds: Int
  ) throws -> LabProcess.Result {
    try withFolder { folder in
      let run = folder.appendingPathComponent("program")
      for (name, text) in [
        ("main.swift", program(made, rounds, asksIfCancelled: source.contains("isCancelled"))),
        ("Offered.swift", source),
      ] {
        try text.write(
          to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
      }
      let compiled = try LabProcess.shell(
        "cd \"$IN\" && swiftc -swift-version 5 -suppress-warnings -o \"$OUT\" main.swift Offered.swift",
        environment: ["IN": folder.path, "OUT": run.path])
      try #require(compiled.status == 0, "\(compiled.output)\(compiled.errors)")
      // Memory that is released is overwritten, so that no later use of it goes unnoticed.
      return try LabProcess.shell(
        "exec \"$OUT\"",
        environment: ["OUT": run.path, "MALLOC_PERTURB_": "165", "MallocScribble": "1"])
    }
  }

  @Test("is listed here if it is a solution with its own start()")
  func solutionsAreListed() throws {
    let lessons = LabProcess.checkout.appendingPathComponent("Lessons")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: lessons.path)
      .filter { $0.hasSuffix("/Solution.swift") }
    #expect(!paths.isEmpty)
    let own = try paths.filter { path in
      try String(contentsOf: lessons.appendingPathComponent(path), encoding: .utf8)
        .contains("override func start()")
    }
    #expect(Set(own) == Set(Offer.all.map(\.file).filter { $0.hasSuffix("/Solution.swift") }))
  }

  /// What `let-go-early.swift` does, with a class of ours, and then the rounds. It gives up after a minute.
  ///
  /// - Parameters:
  ///   - made: expressions that make an operation. The first one is released early.
  ///   - rounds: how often each of them is started and cancelled.
  private static func program(_ made: [String], _ rounds: Int, asksIfCancelled: Bool) -> String {
    """
    import Foundation

    DispatchQueue.global().asyncAfter(deadline: .now() + 60) { exit(2) }
    let queue = OperationQueue()
    /// Between its flag and its notification, it waits.
    final class Boil: Operation {
      let hot = DispatchSemaphore(value: 0), mayPost = DispatchSemaphore(value: 0)
      let lock = NSLock()
      var flag = false
      override var isFinished: Bool { lock.withLock { flag } }
      override func start() {
        hot.wait()
        willChangeValue(forKey: "isFinished")
        lock.withLock { flag = true }
        mayPost.wait()
        didChangeValue(forKey: "isFinished")
      }
    }
    let boil = Boil()
    let before = BlockOperation {}
    before.start()
    queue.addOperation(boil)
    func pour() {
      for _ in 0..<100 {
        let pour: Operation = \(made[0])
        [before, boil].forEach(pour.addDependency)
        pour.cancel()
        queue.addOperation(pour)
        pour.waitUntilFinished()
        // Foundation's own are ready then.
        if !pour.isReady { print("not ready"); exit(3) }
      }
    }
    // A class that does not ask isCancelled works although it was cancelled, and says that it is for no app.
    if \(asksIfCancelled) { pour() }
    boil.hot.signal()
    while !boil.isFinished { usleep(1000) }
    if \(asksIfCancelled) { pour() }
    boil.mayPost.signal()
    queue.waitUntilAllOperationsAreFinished()
    let makes: [() -> Operation] = [\(made.map { "{ \($0) }" }.joined(separator: ", "))]
    var lost = 0
    for make in makes {
      for _ in 0..<\(rounds) {
        let operation = make()
        let hasFinished = DispatchSemaphore(value: 0)
        operation.completionBlock = { hasFinished.signal() }
        for body in [{ operation.start() }, { operation.cancel() }] { Thread.detachNewThread(body) }
        if hasFinished.wait(timeout: .now() + 5) != .success { lost += 1 }
        if lost == 3 { break }
      }
    }
    print(lost == 0 ? "finished" : "\\(lost) are not finished")
    """
  }
}

extension OfferedClassTests {
  /// A class, and an expression that makes one.
  struct Offer: CustomTestStringConvertible {
    /// A path under `Lessons`.
    let file: String
    /// The class, if the file has more than it.
    var name: String?
    let make: String
    /// Makes one with a transfer that never ends, if it must finish all the same when it is cancelled.
    var makeSilent: String?
    var rounds = 1000

    var made: [String] { [make, makeSilent].compactMap(\.self) }
    var testDescription: String { file }

    static let all = [
      Offer(
        file: "15-one-lock-one-state-machine/README.md", name: "StateOperation", make: "Work()"),
      Offer(
        file: "10-asynchronous-subclass/plain.swift", name: "MyOperation", make: "MyOperation()"),
      Offer(
        file: "22-operations-and-tasks/plain.swift", name: "TaskOperation", make: "TaskOperation {}"
      ),
      Offer(file: "check-your-own/mended/Upload.swift", make: "Upload(work: { $0() })"),
      solution("03-missing-finish", 1), solution("10-asynchronous-subclass", 0),
      solution("10-asynchronous-subclass", 1), solution("10-asynchronous-subclass", 2),
      solution(
        "10-asynchronous-subclass", 3, "Download(begin: { $0() }, deliver: { _ in })",
        silent: "Download(begin: { _ in }, deliver: { _ in })"),
      solution("12-cancel-in-queue", 1, silent: "Download(begin: { _ in })"),
      solution(
        "14-every-exit-finishes", 0, "Load(connect: { $0(true); return {} }, decode: {})"),
      solution("14-every-exit-finishes", 1, "Download(address: nil, begin: { $0() })"),
      solution("14-every-exit-finishes", 2, "Load(connect: { $0(true); return {} })"),
      solution("15-one-lock-one-state-machine", 0), solution("15-one-lock-one-state-machine", 2),
      solution(
        "18-file-download", 1, "Download(connect: { $0(true); return {} })",
        silent: "Download(connect: { _ in {} })"),
      solution(
        "18-file-download", 2,
        #"Download(from: URL(string: "http://127.0.0.1:9")!, to: URL(fileURLWithPath: "/dev/null"))"#,
        // FoundationNetworking traps when cancel() of a task with a closure meets the end of the task.
        rounds: 0),
    ]

    private static func solution(
      _ lesson: String, _ number: Int, _ make: String = "Download(begin: { $0() })",
      silent: String? = nil, rounds: Int = 1000
    ) -> Offer {
      Offer(
        file: "\(lesson)/exercises/\(number)/Solution.swift", make: make, makeSilent: silent,
        rounds: rounds)
    }

    /// The file, or the class alone, with a subclass if it needs one.
    func source() throws -> String {
      let text = try String(
        contentsOf: LabProcess.checkout.appendingPathComponent("Lessons/\(file)"), encoding: .utf8)
      guard let name else { return text }
      let lines = text.components(separatedBy: "\n")
      let start = try #require(lines.firstIndex { $0.contains("class \(name): Operation") })
      let end = try #require(lines[start...].firstIndex(of: "}"))
      let imports = ["import Foundation", "import Synchronization", ""]
      let work =
        "final class Work: StateOperation, @unchecked Sendable { override func main() { end() } }"
      // What MyOperation uses of the rest of its file.
      let gates =
        "let (started, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 1000))"
      let rest = ["StateOperation": [work], "MyOperation": [gates]][name] ?? []
      return (imports + lines[start...end] + rest)
        .joined(separator: "\n")
    }
  }
}
