import OperationBench
import Testing

@Suite("The durations of the kit", .repeatable)
struct DurationsTests {
  /// Each must be longer than the one before.
  private static let chains: [[(String, Duration)]] = [
    [
      ("the least patience", Durations.leastPatience),
      ("enough patience", Durations.enoughPatience), ("the most patience", Durations.mostPatience),
      ("a timer that is near", Durations.nearTime), ("the silence of a life", Durations.silence),
      ("the time of a settling bench", Durations.settling),
      ("the longest wait in a life", Durations.longestWait), ("a gate", Durations.gate),
      ("a program", Durations.program), ("a test that lists its calls", Durations.listing),
    ],
    [
      // Dispatch adds one thread each second.
      ("two more threads", Duration.seconds(2)),
      ("a timer that is near", Durations.nearTime),
    ],
    [("a step of many lives", Durations.step), ("a gate", Durations.gate)],
    [("a long wait in a life", Durations.longSilence), ("a gate", Durations.gate)],
  ]

  @Test("are longer and shorter than one another where one must end before the other")
  func areOrdered() {
    for chain in Self.chains {
      for (shorter, longer) in zip(chain, chain.dropFirst()) {
        #expect(shorter.1 < longer.1, "\(shorter.0) is not shorter than \(longer.0)")
      }
    }
  }
}
