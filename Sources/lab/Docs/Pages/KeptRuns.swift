import Foundation
import OperationBench

/// The runs that the pages of a lesson show, as `traces.json` beside the pages keeps them. Tables,
/// pictures and diagnoses on the pages are made from them.
struct KeptRuns {
  /// By the names of their programs.
  private(set) var runs: [String: Run] = [:]
  private let file: URL

  /// Reads the file, if there is one.
  ///
  /// - Throws: an error of Foundation's when it cannot be read.
  init(beside page: URL) throws {
    file = page.deletingLastPathComponent().appendingPathComponent("traces.json")
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    let kept = try JSONDecoder().decode([Run].self, from: Data(contentsOf: file))
    for run in kept { runs[run.program] = run }
  }

  /// Keeps the fresh runs of these programs that tell something else than the kept ones in each try,
  /// and forgets the runs of all other programs.
  ///
  /// Threads interleave as they like, and on a busy machine a run may go as none did before.
  ///
  /// - Returns: the programs whose runs are others now.
  mutating func refresh<E>(
    _ programs: [String], tries: Int, run: (String) throws(E) -> Run
  ) throws(E) -> [String] {
    var kept: [String: Run] = [:]
    var drifted = runs.keys.filter { !programs.contains($0) }
    for program in programs {
      var fresh = try run(program)
      for _ in 1..<tries {
        guard let old = runs[program], !old.tellsTheSame(as: fresh) else { break }
        fresh = try run(program)
      }
      if let old = runs[program], old.tellsTheSame(as: fresh) {
        kept[program] = old
      } else {
        // What Foundation writes beside the trace is on no page.
        fresh.detail = Run.Detail()
        kept[program] = fresh
        drifted.append(program)
      }
    }
    runs = kept
    return drifted.sorted()
  }

  /// Writes one run a line, or nothing if there are none.
  ///
  /// - Throws: an error of Foundation's when the file cannot be written.
  func write() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.userInfo[Event.omitsNotes] = true
    let lines = try runs.sorted { $0.key < $1.key }
      .map { String(decoding: try encoder.encode($0.value), as: UTF8.self) }
    try "[\n\(lines.joined(separator: ",\n"))\n]\n"
      .write(to: file, atomically: true, encoding: .utf8)
  }
}
