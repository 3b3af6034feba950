import Testing

/// Reads the sources: Foundation on Linux does nothing in `willChangeValue(forKey:)`, so no run shows
/// the order.
@Suite("The notifications that learners read", .repeatable)
struct NestedNotificationsTests {
  @Test(
    "are nested, in every lesson, exercise and listing",
    arguments: ["Sources/OperationLab/Course/Lessons", "Lessons"])
  func areNested(_ folder: String) throws {
    let files = try SourceTree(folder).files.filter { $0.source.contains("ChangeValue(") }
    #expect(files.count > 5)
    // The lines of an exercise that is to be arranged are given in a wrong order.
    for file in files where !file.path.hasSuffix("exercises/0/Exercise.swift") {
      #expect(Self.problems(in: file.source) == [], "\(file.path)")
    }
  }

  @Test("are noticed if they are not")
  func notices() {
    func problems(_ calls: String...) -> Int {
      let lines = calls.map { call in
        let words = call.split(separator: " ")
        return "\(words[0])ChangeValue(forKey: \"\(words[1])\")"
      }
      return Self.problems(in: lines.joined(separator: "\n")).count
    }
    #expect(problems("will a", "will b", "did b", "did a", "will c", "did c") == 0)
    #expect(problems("will a", "will b", "did a", "did b") > 0)
    #expect(problems("will a") == 1)
    #expect(problems("did a") == 1)
    let will = "keys.forEach(willChangeValue(forKey:))"
    let did = "keys.reversed().forEach(didChangeValue(forKey:))"
    #expect(Self.problems(in: "\(will)\n\(did)") == [])
    #expect(Self.problems(in: "\(will)\n\(did.replacing(".reversed()", with: ""))").count > 0)
    #expect(Self.problems(in: "\(will)\nif isMine { \(did) }").count > 0)
  }

  /// The lines that post a second half which is not the last first half that is open.
  private static func problems(in source: String) -> [Substring] {
    var problems: [Substring] = []
    var open: [(key: Substring, line: Substring)] = []
    for line in source.split(separator: "\n") {
      if line.contains(/\bfunc\b/) {
        problems += open.map(\.line)
        open = []
      }
      let one = line.firstMatch(of: /(will|did)ChangeValue\(for(?:Key)?: ?["\\]\.?(\w+)/)
      let each = line.firstMatch(of: /(\w+(?:\.reversed\(\))?)\.forEach.*(will|did)ChangeValue/)
      guard let half = one?.1 ?? each?.2, let key = one?.2 ?? each?.1 else { continue }
      if half == "will" {
        open.append((key, line))
        continue
      }
      let first = each == nil ? key : opposite(of: key)
      if line.contains(/\bif\b/) || open.popLast()?.key != first { problems.append(line) }
    }
    return problems + open.map(\.line)
  }

  /// The keys in the order in which the first halves have to come.
  private static func opposite(of keys: Substring) -> Substring {
    keys.hasSuffix(".reversed()") ? keys.dropLast(".reversed()".count) : keys + ".reversed()"
  }
}
