import OperationLab
import OperationTesting

// What the claims presuppose: how an operation was cancelled, and how a download ends.
extension Lesson14 {
  /// Of two operations in a queue of width 1 the first was cancelled before it started.
  static let firstCancelled: [Trace.Condition] = [
    .added("first", to: "downloads", width: 1, isSuspended: true),
    .added("next", to: "downloads", width: 1, isSuspended: true, dependencies: []),
    .order(.added("first"), .added("next")),
    .order(.cancelled("first"), .started("first")),
    .flags(.cancelled, at: .started("first")),
  ]

  /// A download, alone in its queue's slot, ends as its fate says and in no other way.
  static func leaves(_ fate: Fate) -> [Trace.Condition] {
    let name = fate.rawValue
    let steps = fate.steps
    let common: [Trace.Condition] = [
      .added(name, to: "downloads", width: 1, dependencies: []),
      .happens(.started(name)),
      Trace.Condition("\(name) ends in its own way") { run in
        .init(run.all(.noted, of: name).map(\.mark) == steps, "", [])
      },
      .order(.marked(fate.exit, by: name), .finished(name)),
    ]
    return switch fate {
    case .cancelledBefore:
      common + [.order(.cancelled(name), .started(name)), .flags(.cancelled, at: .started(name))]
    case .cancelledMeanwhile:
      common + [
        .order(.marked(steps[0], by: name), .cancelled(name), .marked(steps[1], by: name))
      ]
    case .succeeds, .fails, .noConnection:
      common + [.neverCancelled(name)]
    }
  }
}
