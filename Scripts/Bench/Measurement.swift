import Foundation
import OperationLab

/// A cost measured again and again, each time next to the others that it is compared with.
struct Measurement {
  let name: String
  /// Nanoseconds per unit, one figure per round.
  private(set) var rounds: [Double] = []

  var median: Double { rounds.median }

  /// The median of the rounds' own ratios: whatever disturbed a round disturbed both.
  func ratio(to other: Measurement) -> Double {
    zip(rounds, other.rounds).map { $0 / $1 }.median
  }

  /// Runs all of them once per round, one after another; each returns nanoseconds per unit, or
  /// `nil` when it was disturbed, and is then tried again.
  static func interleaved(
    rounds: Int, _ measured: [(name: String, body: () -> Double?)]
  ) throws -> [Measurement] {
    var measurements = measured.map { Measurement(name: $0.name) }
    // The first rounds warm up caches and the allocator.
    for round in -2..<rounds {
      for (index, (name, body)) in measured.enumerated() {
        var cost = body()
        var tries = 1
        while cost == nil, tries < 50 {
          cost = body()
          tries += 1
        }
        guard let cost else { throw TooBusy(name: name) }
        if round >= 0 { measurements[index].rounds.append(cost) }
      }
    }
    return measurements
  }
}

/// Other programs left this one no undisturbed moment.
struct TooBusy: Error, CustomStringConvertible {
  let name: String
  var description: String { "cannot measure '\(name)': this machine is too busy now" }
}

extension [Double] {
  var median: Double {
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

extension Double {
  func formatted(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }
}

/// One line of a table: columns padded to the widths that all tables here share.
func printRow(_ first: String, _ others: String...) {
  let cells = [first.padding(toLength: 44, withPad: " ", startingAt: 0)]
  print((cells + others.map { String(repeating: " ", count: max(0, 14 - $0.count)) + $0 }).joined())
}
