import Testing

@testable import OperationLab

@Suite("Whether all threads sleep", .repeatable)
struct ThreadActivityTests {
  /// One that is awake until it makes another thread, which does not sleep, and sleeps itself then.
  private struct Maker {
    /// How many times one may look before.
    let patience: Int
    var looks = 0

    private var hasMade: Bool { looks > patience }

    mutating func list() -> [String] {
      looks += 1
      return hasMade ? ["maker", "made"] : ["maker"]
    }

    mutating func marks(of threads: [String]) -> [Platform.ThreadNumber: String]? {
      looks += 1
      return hasMade && !threads.contains("made") ? ["maker": "1"] : nil
    }
  }

  @Test(
    "is not believed of one who has just made another, at whatever moment he did", arguments: 0...5)
  func makesAnother(_ patience: Int) {
    var maker = Maker(patience: patience)
    let activity = Platform.activity(of: { maker.list() }, marks: { maker.marks(of: $0) })
    #expect(activity == .running)
  }

  @Test("is not believed of one who woke up between two looks")
  func wokeUp() {
    var woken = 0
    let activity = Platform.activity(
      of: { ["one"] },
      marks: { _ in
        woken += 1
        return ["one": "\(woken)"]
      })
    #expect(activity == .running)
  }

  @Test("is believed of all who sleep in both looks")
  func sleeping() {
    let activity = Platform.activity(of: { ["one"] }, marks: { _ in ["one": "1"] })
    guard case .asleep = activity else {
      Issue.record("\(activity)")
      return
    }
  }

  @Test("is false where threads cannot be listed")
  func unknown() {
    #expect(Platform.activity(of: { [String]?.none }, marks: { _ in [:] }) == .running)
  }
}
