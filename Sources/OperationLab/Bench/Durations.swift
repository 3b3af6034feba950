/// How long the kit waits for what may come. Some must end before others do: a test holds that order.
@usableFromInline package enum Durations {
  /// How long a check assumes that a running operation may wait for a timer, at least.
  package static let leastPatience = Duration.milliseconds(150)
  /// How long to wait for a timer where it is known what to look for.
  package static let enoughPatience = Duration.milliseconds(300)
  /// How many lives side by side may take for a step.
  package static let step = Duration.milliseconds(1500)
  /// How far away a timer may be that one has left and the next one is to see.
  package static let nearTimer = Duration.milliseconds(1200)
  /// How slow a subject may be: to become ready, to begin its work, or to end it.
  package static let mostPatience = Duration.seconds(2)
  /// How much longer to wait for a timer. Each second one of Dispatch's own is due, which looks for
  /// threads that are blocked and hides all others that come later.
  package static let nearTime = Duration.milliseconds(2400)
  /// How long nothing must happen in a life where that decides.
  package static let silence = Duration.milliseconds(2500)
  /// The same where something waits for a time.
  package static let longSilence = Duration.seconds(5)
  /// How long a bench waits for quiet, at most: some times as long as it takes to see it.
  @usableFromInline package static let settling = Duration.seconds(5)
  /// How long anything in a life, or in a chosen order, may go on.
  package static let longestWait = Duration.seconds(6)
  /// How long a wait at a gate may last: some times as long as it takes to see that all has come to
  /// rest.
  @usableFromInline package static let gate = Duration.seconds(8)
  /// How long a program may take before it counts as one that never ends. It is long, for only what
  /// never comes to rest is found so: a loop without an end, or a network that never answers.
  package static let program = Duration.seconds(30)
  /// How long a test that is started again may take with all of its calls.
  package static let listing = Duration.seconds(60)
}
