import Testing

@testable import OperationBench

/// Looks are made up, and so is the time: nothing runs.
@Suite("The search for rest", .repeatable)
struct RestSearchTests {
  typealias Look = RestSearch.Look
  typealias Step = RestSearch.Step

  private static let asleep = Look(threads: .asleep(fingerprint: 1))

  /// The steps that come of these looks, a millisecond apart. The pools have nothing to do.
  private func steps(_ looks: [Look], patience: Duration? = nil) -> [Step] {
    var search = RestSearch(patience: patience)
    return looks.enumerated().map { place, look in
      let step = search.add(look, at: .milliseconds(place))
      if step == .askPools { search.poolsHaveBegun() }
      return step
    }
  }

  /// How long there has been rest after these looks. `nil` if it is not found.
  private func rest(_ looks: [Look], patience: Duration? = nil) -> Duration? {
    steps(looks, patience: patience).lazy.compactMap {
      if case .rest(let silence) = $0 { silence } else { nil }
    }.last
  }

  @Test("ends when all threads slept through two looks, and two more after the pools")
  func found() {
    #expect(
      steps([Look](repeating: Self.asleep, count: 5)) == [
        .lookAgain, .askPools, .pause, .rest(silence: .milliseconds(3)),
        .rest(silence: .milliseconds(4)),
      ])
  }

  @Test("goes on while something runs, happens or is to come, or a thread runs between two looks")
  func active() {
    let looks: [(Int) -> Look] = [
      { _ in Look(threads: .running) },
      { Look(threads: .asleep(fingerprint: $0)) },
      { Look(threads: .asleep(fingerprint: 1), changes: $0) },
      { _ in Look(threads: .asleep(fingerprint: 1), isPreceded: true) },
    ]
    for look in looks { #expect(rest((0..<100).map(look)) == nil) }
  }

  @Test("goes on when a thread runs just after the pools have answered", arguments: [2, 3])
  func afterTheAnswer(_ stillLooks: Int) {
    let looks = [Look](repeating: Self.asleep, count: stillLooks)
    #expect(rest(looks + [Look](repeating: Look(threads: .running), count: 9)) == nil)
  }

  @Test(
    "asks the pools again after a change, and after a thread has run", arguments: [true, false])
  func asksAgain(_ isRecorded: Bool) {
    let later = Look(
      threads: .asleep(fingerprint: isRecorded ? 1 : 2), changes: isRecorded ? 1 : 0)
    let steps = steps([Look](repeating: Self.asleep, count: 4) + [later, later, later])
    #expect(
      steps.suffix(3) == [.pause, .askPools, .pause])
  }

  @Test("asks the pools until they have answered, whatever the threads do")
  func asksOn() {
    var search = RestSearch()
    let looks = [Self.asleep, Self.asleep, Look(threads: .running), Self.asleep]
    #expect(
      looks.map { search.add($0, at: .zero) } == [
        .lookAgain, .askPools, .askPools, .askPools,
      ])
    search.poolsHaveBegun()
    #expect(search.add(Self.asleep, at: .zero) == .pause)
  }

  @Test("counts silence from the last change, and from the last time that a thread woke up")
  func silence() {
    let looks = [Look](repeating: Self.asleep, count: 4)
    let changed = [Look](repeating: Look(threads: .asleep(fingerprint: 1), changes: 1), count: 5)
    let woken = [Look](repeating: Look(threads: .asleep(fingerprint: 2)), count: 6)
    #expect(rest(looks + changed) == .milliseconds(4))
    #expect(rest(looks + woken) == .milliseconds(5))
  }

  @Test("ends after long silence even if a thread wakes up before each look")
  func wakesOften() {
    let looks = (0..<20).map { Look(threads: .asleep(fingerprint: $0)) }
    #expect(rest(looks, patience: .milliseconds(5)) == .milliseconds(19))
    #expect(rest(looks, patience: .milliseconds(50)) == nil)
    let changing = (0..<20).map { Look(threads: .asleep(fingerprint: $0), changes: $0) }
    #expect(rest(changing, patience: .milliseconds(5)) == nil)
  }

  @Test("is for some silence only")
  func needed() {
    let step = Step.rest(silence: .milliseconds(3))
    #expect(step.isRest(for: .milliseconds(3)))
    #expect(!step.isRest(for: .milliseconds(4)))
    #expect(!Step.pause.isRest(for: .zero))
  }
}
