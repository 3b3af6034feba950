import Foundation
import Testing

/// The classes that a page or a solution offers, in the situation of lesson 4, claim C14b: cancelled,
/// finished and released while a dependency still runs.
@Suite("A class that is offered for copying", .repeatable, .elsewhere)
struct OfferedClassTests {
  @Test("can be released while its dependency still runs", arguments: Offer.all)
  func survives(_ offer: Offer) throws {
    try withFolder { folder in
      let program = folder.appendingPathComponent("program")
      for (name, text) in [
        ("main.swift", Self.program(offer.make)), ("Offered.swift", try offer.source()),
      ] {
        try text.write(
          to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
      }
      let compiled = try LabProcess.shell(
        "cd \"$IN\" && swiftc -swift-version 5 -o \"$OUT\" main.swift Offered.swift",
        environment: ["IN": folder.path, "OUT": program.path])
      try #require(compiled.status == 0, "\(compiled.output)\(compiled.errors)")
      // Memory that is released is overwritten, so that no later use of it goes unnoticed.
      let result = try LabProcess.shell(
        "exec \"$OUT\"",
        environment: ["OUT": program.path, "MALLOC_PERTURB_": "165", "MallocScribble": "1"])
      #expect(result.status == 0 && result.output == "finished\n", "\(offer.file): \(result)")
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

  /// What `let-go-early.swift` does, with a class of ours. It gives up after a minute.
  private static func program(_ make: String) -> String {
    """
    import Foundation

    DispatchQueue.global().asyncAfter(deadline: .now() + 60) { exit(2) }
    let queue = OperationQueue()
    let hot = DispatchSemaphore(value: 0)
    let boil = BlockOperation { hot.wait() }
    queue.addOperation(boil)
    for _ in 0..<100 {
      let pour: Operation = \(make)
      pour.addDependency(boil)
      pour.cancel()
      queue.addOperation(pour)
      pour.waitUntilFinished()
    }
    hot.signal()
    queue.waitUntilAllOperationsAreFinished()
    print("finished")
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

    var testDescription: String { file }

    static let all = [
      Offer(
        file: "15-one-lock-one-state-machine/README.md", name: "StateOperation", make: "Work()"),
      Offer(
        file: "22-operations-and-tasks/plain.swift", name: "TaskOperation", make: "TaskOperation {}"
      ),
      Offer(file: "check-your-own/mended/Upload.swift", make: "Upload(work: { $0() })"),
      solution("03-missing-finish", 1), solution("10-asynchronous-subclass", 1),
      solution("10-asynchronous-subclass", 2),
      solution("10-asynchronous-subclass", 3, "Download(begin: { $0() }, deliver: { _ in })"),
      solution("12-cancel-in-queue", 1),
      solution("14-every-exit-finishes", 1, "Download(address: nil, begin: { $0() })"),
      solution("14-every-exit-finishes", 2, "Load(connect: { $0(true); return {} })"),
      solution("15-one-lock-one-state-machine", 2),
      solution("18-file-download", 1, "Download(connect: { $0(true); return {} })"),
      solution(
        "18-file-download", 2,
        #"Download(from: URL(string: "http://127.0.0.1:9")!, to: URL(fileURLWithPath: "/dev/null"))"#
      ),
    ]

    private static func solution(
      _ lesson: String, _ number: Int, _ make: String = "Download(begin: { $0() })"
    ) -> Offer {
      Offer(file: "\(lesson)/exercises/\(number)/Solution.swift", make: make)
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
      return (imports + lines[start...end] + (name == "StateOperation" ? [work] : []))
        .joined(separator: "\n")
    }
  }
}
