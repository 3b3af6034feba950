import Foundation

extension Rule {
  static let mayBeLetGo: Rule = .init(
    "may-be-let-go", ways: [heldSinceCancel], endings: .breaksRule,
    in: { $0.start == .unstarted }
  ) { life, run in
    let look = try run.last(.noted, of: Life.subject)
    if look.mark == .deallocated { return .released([look], in: run) }
    return .missing(
      "it was never started, and somebody keeps it alive", [look],
      way: life.has(.cancel) ? heldSinceCancel : nil)
  }

  private static let heldSinceCancel = Way("held-since-cancel")
}
