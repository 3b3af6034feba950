import OperationLab

/// How long the kit waits for what may come, each with what it must be longer or shorter than.
package enum Durations {
  /// How long a check assumes that a running operation may wait for a timer, at least.
  package static let leastPatience = Duration.milliseconds(150)
  /// How long to wait for a timer where it is known what to look for.
  package static let enoughPatience = Duration.milliseconds(300)
  /// How slow a subject may be.
  package static let mostPatience = Duration.seconds(2)
}
