import Foundation
import OperationCourse
import OperationLab
import OperationTesting

/// A cost measured again and again, each time next to the others that it is compared with.
struct Measurement {
  let name: String
  /// Nanoseconds per unit, one figure per round; not a number where something disturbed it.
  private(set) var rounds: [Double] = []

  /// Not a number when all rounds were disturbed.
  var median: Double { rounds.filter { !$0.isNaN }.median }

  /// The median of the rounds' own ratios: whatever disturbed a round disturbed both.
  func ratio(to other: Measurement) -> Double {
    zip(rounds, other.rounds).map { $0 / $1 }.filter { !$0.isNaN }.median
  }

  /// Runs all of them once per round, one after another; each returns nanoseconds per unit, or
  /// `nil` when other programs left it no undisturbed moment.
  static func interleaved(
    rounds: Int, _ measured: [(name: String, body: () -> Double?)]
  ) -> [Measurement] {
    var measurements = measured.map { Measurement(name: $0.name) }
    // The first rounds warm up caches and the allocator.
    for round in -2..<rounds {
      for (index, (_, body)) in measured.enumerated() {
        let cost = body() ?? .nan
        if round >= 0 { measurements[index].rounds.append(cost) }
      }
    }
    return measurements
  }
}

extension [Double] {
  var median: Double {
    guard !isEmpty else { return .nan }
    let sorted = sorted()
    let middle = count / 2
    return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

/// Nanoseconds that the body takes.
func nanoseconds(_ body: () throws -> Void) rethrows -> Double {
  let start = MonotonicClock.system.now()
  try body()
  return Double(MonotonicClock.system.now() - start)
}

/// Nanoseconds that processors spend on the body: other programs hardly change it.
func processorNanoseconds(_ body: () throws -> Void) rethrows -> Double {
  let start = clock()
  try body()
  // POSIX has `clock` count microseconds, whatever its true resolution.
  return Double(clock() - start) * 1000
}

extension Double {
  func formatted(_ digits: Int) -> String {
    isNaN ? "too busy" : String(format: "%.\(digits)f", self)
  }
}

/// One line of a table: columns padded to the widths that all tables here share.
func printRow(_ first: String, _ others: String...) {
  let cells = [first.padding(toLength: 44, withPad: " ", startingAt: 0)]
  show((cells + others.map { String(repeating: " ", count: max(0, 14 - $0.count)) + $0 }).joined())
}

/// Prints a line at once, also into a pipe.
func show(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
