import Foundation

/// BROKEN ON PURPOSE: it follows each link, also one that leads back.
///
/// make: `FollowsEveryLink { probe.run() }`
/// breaks: completes-in-a-queue "SIGSEGV"
/// varies: cancel-while-queued, cancel-before-start, cancel-before-enqueue, survives-races
final class FollowsEveryLink: Operation, @unchecked Sendable {
  private final class Page {
    let number: Int
    var links: [Page] = []

    init(number: Int) { self.number = number }
  }

  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  override func main() {
    if isCancelled { return }
    let (first, second) = (Page(number: 1), Page(number: 2))
    first.links = [second]
    second.links = [first]
    if sum(of: first) > 0 { body() }
  }

  private func sum(of page: Page) -> Int {
    // BROKEN: it does not note where it was.
    page.links.reduce(page.number) { $0 &+ sum(of: $1) }
  }
}

/// BROKEN ON PURPOSE: its end cancels what is left of it, and its `cancel()` ends it.
///
/// make: `EndsWhatItCancels(work: probe.begin)`
/// breaks: cancel-while-running "SIGSEGV", cancel-before-work, cancel-returns, works-once
/// varies: survives-races
final class EndsWhatItCancels: LockOperation, @unchecked Sendable {
  override func cancel() {
    super.cancel()
    if isExecuting { finish() }
  }

  override func finish() {
    // BROKEN: that calls finish() again, which is not over yet.
    if isCancelled { cancel() }
    super.finish()
  }
}
