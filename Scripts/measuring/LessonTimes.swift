import Foundation
import OperationCourse
import OperationLab
import OperationTesting

/// How soon a lesson shows something, and how soon it is over.
struct LessonTimes {
  private static let firstOutputLimit = 100.0
  private static let totalLimit = 1000.0

  let release: String
  let debug: String

  /// Whether every lesson is quick enough; milliseconds are medians of 3 runs.
  func report() throws -> Bool {
    printRow("lab lesson N, ms", "release first", "total", "debug first", "total")
    var isQuick = true
    for lesson in Lessons.all {
      var cells: [String] = []
      for lab in [release, debug] {
        let runs = try (0..<3).map { _ in try Self.run(lab, lesson: lesson.number) }
        let first = runs.map(\.first).median
        let total = runs.map(\.total).median
        isQuick = isQuick && first <= Self.firstOutputLimit && total <= Self.totalLimit
        cells += [first.formatted(0), total.formatted(0)]
      }
      printRow("\(lesson.number) \(lesson.slug)", cells[0], cells[1], cells[2], cells[3])
    }
    let limits = "\(Self.firstOutputLimit.formatted(0)) ms and \(Self.totalLimit.formatted(0)) ms"
    show(isQuick ? "all within \(limits)" : "TOO SLOW: the limits are \(limits)")
    return isQuick
  }

  /// Milliseconds until the first byte of output, and until the end.
  private static func run(_ lab: String, lesson: Int) throws -> (first: Double, total: Double) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: lab)
    process.arguments = ["lesson", "\(lesson)"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    var first = 0.0
    let total = try nanoseconds {
      first = try nanoseconds {
        try process.run()
        _ = output.fileHandleForReading.availableData
      }
      // Read to the end, or a full pipe would hold the lesson up.
      while !output.fileHandleForReading.availableData.isEmpty {}
      process.waitUntilExit()
    }
    return (first / 1e6, total / 1e6)
  }
}
