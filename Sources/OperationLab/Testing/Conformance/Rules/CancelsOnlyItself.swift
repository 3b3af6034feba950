import Foundation

extension Rule {
  static let cancelsOnlyItself: Rule = .init(
    "cancels-only-itself", ways: [cancelsTwin, startCancels],
    in: { $0.has(.cancel) && $0.isQueued }
  ) { _, run in
    let call = try run.first(.cancelled, of: Life.subject)
    _ = try run.end()
    if let before = run.all(.observed, of: "twin").first(where: { $0.state.contains(.cancelled) }) {
      let seen: Ruling.Reason =
        "it cancelled another one of its class, without a cancel() of its own"
      return .holds(seen, [before, call], remark: seen, way: startCancels)
    }
    let looks = run.all(.settled).filter { names[$0.event.subject] != nil }
    let victim = looks.first { $0.state.contains(.cancelled) }
    let noun = victim.flatMap { names[$0.event.subject] } ?? ""
    return .holds(
      "no other operation was cancelled", [call] + (victim.map { [$0] } ?? looks),
      unless: [
        .seen(
          victim != nil, "cancelled, it cancelled \(noun), too",
          way: victim?.event.subject == "twin" ? cancelsTwin : nil)
      ])
  }

  private static let startCancels = Way("start-cancels")
  private static let cancelsTwin = Way("cancels-twin")

  private static let names = [
    "dependency": "the operation it depends on", "dependent": "the operation that depends on it",
    "first": "an operation before it in its queue", "next": "an operation behind it in its queue",
    "twin": "another operation of its class",
  ]
}
