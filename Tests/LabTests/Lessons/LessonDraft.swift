import Foundation

/// The places in a lesson's sources and page that `Scripts/new-lesson` has left to its author.
struct LessonDraft {
  /// A sentence for each place that is still to be written, in the order of writing.
  let whatIsLeft: [String]

  init(of folder: String, in checkout: URL) throws {
    whatIsLeft = try ["Sources/OperationLab/Course/Lessons/\(folder)", "Lessons/\(folder)"].flatMap
    {
      place in
      try FileManager.default
        .contentsOfDirectory(atPath: checkout.appendingPathComponent(place).path).sorted()
        .filter { $0.contains(".") }
        .flatMap { name in
          let file = checkout.appendingPathComponent(place).appendingPathComponent(name)
          let lines = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
          return zip(1..., lines).compactMap { number, line in
            line.firstMatch(of: /FILL IN: ([^"]*)/).map { match in
              "\(place)/\(name), line \(number): fill in \(match.output.1)"
            }
          }
        }
    }
  }
}
