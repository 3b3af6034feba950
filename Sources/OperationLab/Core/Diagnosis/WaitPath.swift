/// One path of who waits for whom: from the operations that wait to what is waited for in the end.
package struct WaitPath: Hashable, Sendable {
  /// Each waits for the next.
  package var stations: [Station]
  /// Whether the last waits for the first.
  package var isCircle = false
  /// Why the last one does not go on, or an empty string.
  package var ending = ""

  /// Where a path passes through.
  package enum Station: Hashable, Sendable {
    /// Operations that wait, or are waited for, together. `count` includes those without a name here.
    case operations([String], count: Int)
    /// A slot of that queue.
    case slot(of: String)
    /// That queue, which should become empty.
    case emptiness(of: String)
    /// The main thread.
    case mainThread
    /// As many stations that are not listed.
    case more(Int)

    static func operations(_ names: [String]) -> Station {
      .operations(names, count: names.count)
    }

    /// A few words, such as `op3 … op10 (8)` or `a slot of 'downloads'`.
    package var words: String {
      switch self {
      case .operations(let names, let count): Names(names, count: count).words()
      case .slot(let queue): "a slot of '\(queue)'"
      case .emptiness(let queue): "'\(queue)' to be empty"
      case .mainThread: "the main thread"
      case .more(let count): "… (\(count) more)"
      }
    }

    /// Whether it stands for operations, not for what they need.
    package var isOperations: Bool {
      switch self {
      case .operations, .more: true
      case .slot, .emptiness, .mainThread: false
      }
    }
  }

  private static let longest = 8

  /// The stations, those in the middle left out if there are too many.
  package var shortened: [Station] {
    guard stations.count > Self.longest else { return stations }
    let left = stations.count - 5
    return Array(stations.prefix(3)) + [.more(left)] + stations.suffix(2)
  }
}
