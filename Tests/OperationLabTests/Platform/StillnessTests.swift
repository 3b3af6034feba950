import Testing

@testable import OperationLab
@testable import OperationTesting

@Suite("Stillness, where the system tells nothing of threads,")
struct StillnessTests {
  private let now = Locked(ContinuousClock.now)
  private let used = Locked(Duration.zero)

  private func stillness(most: Duration = .seconds(10)) -> Stillness {
    Stillness(
      most: most, now: { [now] in now.withLock { $0 } },
      usedByOthers: { [used] in used.withLock { $0 } })
  }

  private func pass(_ time: Duration, using processor: Duration = .zero) {
    now.withLock { $0 += time }
    used.withLock { $0 += processor }
  }

  @Test("takes seconds")
  func takesSeconds() {
    var stillness = stillness()
    pass(.seconds(1.9))
    var answers = [stillness.isLongEnough()]
    pass(.seconds(0.2), using: .milliseconds(10))
    answers.append(stillness.isLongEnough())
    #expect(answers == [false, true])
  }

  @Test("is none while somebody computes and writes nothing down")
  func busyIsNotStill() {
    var stillness = stillness()
    var answers: [Bool] = []
    for _ in 0..<5 {
      pass(.seconds(3), using: .milliseconds(300))
      answers.append(stillness.isLongEnough())
    }
    pass(.seconds(3))
    #expect(answers == [false, false, false, false, false])
    answers = [stillness.isLongEnough()]
    #expect(answers == [true])
  }

  @Test("takes longer where whoever looks comes late, and others may as well")
  func starved() {
    var stillness = stillness(most: .milliseconds(20))
    var looks = 0
    repeat {
      pass(.seconds(1))
      looks += 1
    } while !stillness.isLongEnough() && looks < 1000
    #expect(looks == 100)
  }

  @Test("begins again when something happens")
  func beginsAgain() {
    var stillness = stillness()
    pass(.seconds(1.5))
    stillness.startAgain()
    pass(.seconds(1.5))
    let isLongEnough = stillness.isLongEnough()
    #expect(!isLongEnough)
  }
}

extension Stillness {
  /// Has stood still for as long as anybody asks.
  static var always: Stillness {
    let now = Locked(ContinuousClock.now)
    return Stillness(
      most: .seconds(3600),
      now: {
        now.withLock { now in
          now += .seconds(3600)
          return now
        }
      }, usedByOthers: { .zero })
  }

  /// For which no time passes.
  static var never: Stillness {
    let now = ContinuousClock.now
    return Stillness(now: { now }, usedByOthers: { .zero })
  }
}
