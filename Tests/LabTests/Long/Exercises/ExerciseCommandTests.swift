import Foundation
import OperationCourse
import Testing

@testable import LabKit

@Suite("lab exercise, verify, hint and solution", .longPlan, .repeatable, .elsewhere)
struct ExerciseCommandTests {
  @Test("put a file and a package there, and leave what is there already as it is")
  func putsAndLeaves() throws {
    let learner = try LearnerFolder()
    #expect(try learner.text("given") == String(contentsOf: learner.file, encoding: .utf8))
    let package = learner.file.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Package.swift")
    #expect(try String(contentsOf: package, encoding: .utf8).contains("swift-tools-version"))
    try "mine".write(to: learner.file, atomically: false, encoding: .utf8)
    #expect(try learner.lab("exercise", "3").output.contains("exercise 3 --reset"))
    #expect(try String(contentsOf: learner.file, encoding: .utf8) == "mine")
  }

  @Test("begin again with --reset, and keep a copy of each work so far")
  func resets() throws {
    let learner = try LearnerFolder()
    for (number, work) in ["first", "second"].enumerated() {
      try work.write(to: learner.file, atomically: false, encoding: .utf8)
      #expect(try learner.lab("exercise", "3", "--reset").status == 0)
      let copy = "\(learner.file.path).\(number + 1)"
      #expect(try String(contentsOfFile: copy, encoding: .utf8) == work)
    }
    #expect(try learner.text("given") == String(contentsOf: learner.file, encoding: .utf8))
  }

  @Test("follow no symbolic link, neither to write nor to read")
  func followsNoLink() throws {
    let learner = try LearnerFolder()
    let manager = FileManager.default
    let secret = learner.folder.appendingPathComponent("secret.swift")
    try "let secret: Int = \"\"".write(to: secret, atomically: false, encoding: .utf8)
    try manager.removeItem(at: learner.file)
    try manager.createSymbolicLink(at: learner.file, withDestinationURL: secret)
    let read = try learner.lab("verify", "3")
    #expect(read.status == 66 && !read.errors.contains("let secret"), "\(read.errors)")
    _ = try learner.lab("exercise", "3", "--reset")
    #expect(try String(contentsOf: secret, encoding: .utf8) == "let secret: Int = \"\"")
  }

  @Test("exit with 0 when it passes, 1 when it does not yet, 65 and 66 when it cannot be tried")
  func statuses() throws {
    let learner = try LearnerFolder()
    #expect(try learner.lab("verify", "3").status == 1)
    #expect(try learner.lab("solution", "3").status == 1)
    try "import Foundation\nlet number: Int = \"\"\n"
      .write(to: learner.file, atomically: false, encoding: .utf8)
    let refused = try learner.lab("verify", "3")
    #expect(refused.status == 65)
    #expect(refused.errors.contains("\(learner.file.path):2:19: error: "), "\(refused.errors)")
    let bare = try learner.lab("solution", "3", "--anyway").output
    try bare.write(to: learner.file, atomically: false, encoding: .utf8)
    #expect(try learner.lab("verify", "3").status == 0)
    #expect(try learner.lab("solution", "3").status == 0)
    #expect(try learner.lab("verify", "4").status == 66)
    #expect(try learner.lab("verify", "99").status == 64)
  }

  @Test(
    "do not say that a learner's start() has not returned: the trace has no return of it",
    arguments: [
      ("3", "given"), ("11", "given"), ("11", "reports"),
    ])
  func unknownReturn(_ id: String, _ name: String) throws {
    let learner = try LearnerFolder(id)
    try learner.text(name).write(to: learner.file, atomically: false, encoding: .utf8)
    let result = try learner.lab("verify", id)
    let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(result.status == 1)
    #expect(words.contains("download start() called"), "\(result.output)")
    #expect(!words.contains("not returned"), "\(result.output)")
    let isStuck = words.contains("download holds a slot")
    #expect(isStuck == (name != "given" || id == "3"), "\(result.output)")
  }

  @Test("say last what is wrong and the verdict, and then how to get the next hint")
  func order() throws {
    let learner = try LearnerFolder()
    let half = try learner.text("announces")
    try half.write(to: learner.file, atomically: false, encoding: .utf8)
    let result = try learner.lab("verify", "3")
    func words(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let message = try learner.verify(half).message
    let end = words(message) + " Exercise 3: not yet."
    #expect(words(result.output).contains(end), "\(result.output)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.suffix(2).first?.contains("not yet") == true, "\(result.output)")
    #expect(lines.last?.contains("hint 3 --dir \(learner.work)") == true)
  }

  @Test("offer the hints in order after each miss, whatever the miss is")
  func hintAfterMiss() throws {
    let learner = try LearnerFolder("2")
    try learner.text("given").write(to: learner.file, atomically: false, encoding: .utf8)
    for number in 1...3 {
      let next = try learner.lab("verify", "2").output.split(separator: "\n").last
      let words = try #require(next?.split(separator: " "))
      let command = words.drop { $0 != "hint" }.joined(separator: " ")
      let hint = try LabProcess.shell("\"$LAB\" \(command)").output
      #expect(hint.hasPrefix("Hint \(number) of 3:"), "\(words)")
    }
  }

  @Test("show what the learner's program printed, and of much only the end")
  func printed() throws {
    let learner = try LearnerFolder()
    let source = try learner.text("given").replacingOccurrences(
      of: "override func start() {",
      with: "override func start() { for number in 1...50 { print(\"line\", number) }")
    try source.write(to: learner.file, atomically: false, encoding: .utf8)
    let output = try learner.lab("verify", "3").output
    #expect(output.contains("line 50") && output.contains("(44 more lines)"), "\(output)")
    #expect(!output.contains("line 20\n"), "\(output)")
  }

  @Test("show one hint more each time, and then the last one")
  func hints() throws {
    let learner = try LearnerFolder()
    for number in [1, 2, 3, 3] {
      #expect(try learner.lab("hint", "3").output.hasPrefix("Hint \(number) of 3:"))
    }
    #expect(try learner.lab("hint", "3", "--number", "1").output.hasPrefix("Hint 1 of 3:"))
  }

  @Test("list the exercises for scripts")
  func lists() throws {
    let result = try LabProcess.run("exercise", "--list", "--json")
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    #expect(list.count == Exercises.withExam.count)
    for entry in list {
      #expect(Set(entry.keys) == ["exercise", "lesson", "kind", "title", "file"])
    }
    #expect(list.contains { $0["exercise"] as? String == "12.2" && $0["lesson"] as? Int == 12 })
  }

  @Test("tell scripts of the claims, and of a half-fix or null")
  func json() throws {
    let learner = try LearnerFolder()
    let grade = try learner.verify(learner.text("announces"))
    #expect(grade.halfFix == "announces" && grade.exercise == "3" && grade.lesson == 3)
    let result = try learner.lab("exercise", "3", "--reset")
    #expect(result.status == 0)
    let json = try learner.lab("verify", "3", "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["halfFix"] is NSNull)
  }

  @Test("grade a folder of many learners, even if one of them is broken")
  func gradesAll() throws {
    let learner = try LearnerFolder()
    let manager = FileManager.default
    let solution = try learner.text("solution")
    let room = learner.folder.appendingPathComponent("class")
    for (name, text) in [("anna", solution), ("berta", "let x: Int = \"\""), ("carla", nil)] {
      let file = room.appendingPathComponent("\(name)/\(learner.exercise.file)")
      try manager.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      // A folder in the file's place cannot be read.
      guard let text else {
        try manager.createDirectory(at: file, withIntermediateDirectories: true)
        continue
      }
      try text.write(to: file, atomically: false, encoding: .utf8)
    }
    let result = try learner.lab("verify", "--all", room.path, "--json")
    #expect(result.status == 1)
    let reports = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
    #expect(reports.map { $0["student"] as? String } == ["anna", "berta", "carla"])
    let grades = reports.map { ($0["exercises"] as? [[String: Any]]) ?? [] }
    try #require(grades.map(\.count) == [1, 1, 0])
    #expect(grades[0].first?["passed"] as? Bool == true)
    #expect(grades[1].first?["compiled"] as? Bool == false)
    #expect((reports[2]["problems"] as? [String])?.count == 1)
    let table = try learner.lab("verify", "--all", room.path, "--csv")
    let rows = table.lines.filter { !$0.isEmpty }
    #expect(table.status == 1 && rows.count == 4)
    #expect(rows[0] == #""student","exercise","points","message""#)
    #expect(rows[1].hasPrefix(#""anna","3","1","#) && rows[2].hasPrefix(#""berta","3","0","#))
    #expect(try learner.lab("verify", "3", "--csv").status == 64)
    let parts = try (1...4).map {
      try learner.lab("verify", "--all", room.path, "--csv", "--shard", "\($0)/4")
    }
    #expect(parts.map(\.output).joined() == table.output)
    #expect(parts.map(\.status) == [0, 1, 1, 0])
  }

  @Test("divide a class into parts that differ by one learner at most, and refuse other words")
  func shards() throws {
    let class23 = Array(1...23)
    let parts = try (1...5).map { try Classroom.Shard("\($0)/5").part(of: class23) }
    #expect(parts.flatMap(\.self).sorted() == class23)
    #expect(parts.map(\.count) == [5, 5, 5, 4, 4])
    for words in ["", "3", "0/2", "3/2", "1/0", "1/2/3", "a/b", "-1/2", "1/"] {
      #expect(throws: Failure.self, "\(words)") { try Classroom.Shard(words) }
    }
    let learner = try LearnerFolder()
    #expect(try learner.lab("verify", "3", "--shard", "1/2").status == 64)
  }

  @Test("write names that a spreadsheet would take for formulas, and quotation marks, as text")
  func csv() {
    var report = Classroom.Report(student: "=1+1")
    report.problems = ["a \"b\",\nc"]
    #expect(
      Classroom.csv([report]).split(separator: "\n").last
        == #""'=1+1","","0","a ""b"", c""#)
  }
}
