import Foundation
import OperationCourse
import OperationBench
import Testing

@testable import LabKit
@testable import OperationTesting

/// The solutions: what `lab check` says of those that are operations, and what they do in orders that a program
/// forces.
@Suite("A model answer", .longPlan, .repeatable, .elsewhere)
struct ModelAnswerTests {
  /// What makes one for `lab check`.
  private static let making = [
    "3": "Download(begin: probe.begin)", "9": "Export(pages: [{ probe.run() }])",
    "10.0": "Download(begin: probe.begin)", "10": "Download(begin: probe.begin)",
    "10.2": "Download(begin: probe.begin)",
    "10.3": "Download(begin: probe.begin, deliver: { _ in })",
    "11": "Download(begin: probe.begin)", "12": "Download(begin: probe.begin)",
    "14.0":
      "Load(connect: { done in probe.begin { done(true) }; return { done(false) } }, decode: {})",
    "14": "Download(address: \"picture.ppm\", begin: probe.begin)",
    "14.2": "Load(connect: { done in probe.begin { done(true) }; return { done(false) } })",
    "15.0": "Download(begin: probe.begin)", "15.2": "Download(begin: probe.begin)",
    "18": "Download(connect: { done in probe.begin { done(true) }; return { done(false) } })",
    "21.2": "Transfer(probe.begin)",
  ]
  private static let rules = Set(Conformance.rules.map(\.id))

  @Test(
    "breaks those rules of lab check that its first comment names, and no other",
    arguments: making.keys.sorted())
  func saysWhatItLacks(_ id: String) throws {
    let solution = try Self.solution(id)
    let fixture = try Fixture(solution)
    let make = try #require(Self.making[id])
    let result = try fixture.check("--make", make, "--json")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any],
      "\(result.errors)")
    let verdicts = try #require(report["rules"] as? [[String: Any]])
    let broken = verdicts.filter { $0["verdict"] as? String == "broken" }
      .compactMap { $0["rule"] as? String ?? $0["id"] as? String }
    #expect(Set(broken) == Self.named(in: solution), "\(broken)")
    #expect((result.status == 0) == broken.isEmpty, "\(result.errors)")
  }

  @Test("names a lesson that adds what it lacks", arguments: Exercises.all)
  func namesLesson(_ exercise: Exercise) throws {
    let comment = try Self.firstComment(in: ExerciseSource(exercise: exercise).solution())
    let named = Self.named(in: comment)
    #expect(named.isEmpty || Self.making[exercise.id] != nil)
    #expect(named.isEmpty || comment.contains(/[Ee]xercise 10(\.2)?\b/), "\(comment)")
  }

  /// The rules that its first comment names.
  private static func named(in solution: String) -> Set<String> {
    Set(firstComment(in: solution).split { !$0.isLetter && $0 != "-" }.map(String.init))
      .intersection(rules)
  }

  private static func firstComment(in solution: String) -> String {
    solution.split(separator: "\n").drop { !$0.hasPrefix("//") }.prefix { $0.hasPrefix("//") }
      .joined(separator: "\n")
  }

  private static func solution(_ id: String) throws -> String {
    try ExerciseSource(exercise: #require(Exercises.find(id))).solution()
  }

  /// Those that the program uses, each in a namespace of its own.
  private static let used = [
    "3", "10.0", "10", "10.2", "10.3", "12", "14.0", "14", "14.2", "15.0", "15.2", "18", "19.2",
    "20", "20.2", "21",
  ]

  @Test(
    "stays finished, tells and gives up once, and keeps nothing, in orders that are forced, and leaves no gap in a file"
  )
  func forcedOrders() throws {
    try withFolder { folder in
      let core = LabProcess.checkout.appendingPathComponent("Sources/OperationLab/Core")
      let programs = LabProcess.checkout.appendingPathComponent(
        "Tests/Learners/model-answers.txt")
      for id in Self.used {
        let text = try Self.solution(id)
          .replacing(/(?m)^(import .*|#if canImport[^#]*#endif)$/, with: "")
          .replacing(/NS(Recursive)?Lock\(\)/, with: "TurnLock()")
        let name = "E" + id.replacing(".", with: "_")
        let source = """
          import Foundation
          #if canImport(FoundationNetworking)
            import FoundationNetworking
          #endif
          enum \(name) {
          \(text)
          }
          """
        try source.write(
          to: folder.appendingPathComponent("\(name).swift"), atomically: true, encoding: .utf8)
      }
      try FileManager.default.copyItem(
        at: programs, to: folder.appendingPathComponent("main.swift"))
      let compiled = try LabProcess.shell(
        "cd \"$IN\" && swiftc -swift-version 5 -suppress-warnings -package-name answers -o program"
          + " *.swift $(find \"$CORE\" -name '*.swift')",
        environment: ["IN": folder.path, "CORE": core.path])
      try #require(compiled.status == 0, "\(compiled.output)\(compiled.errors)")
      let result = try LabProcess.shell(
        "cd \"$IN\" && exec ./program", environment: ["IN": folder.path])
      #expect(result.status == 0 && result.output == "done\n", "\(result.output)\(result.errors)")
    }
  }
}
