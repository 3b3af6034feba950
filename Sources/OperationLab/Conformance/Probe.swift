import Foundation
import Synchronization

/// The work that a checked operation is given, so that the battery sees when it begins and ends
/// and decides how long it takes.
///
/// It writes `began` and `ended` events of the subject `work`. A trial may hold it up at a gate:
/// then the work goes on until the trial lets it end.
public final class Probe: Sendable {
  /// When asynchronous work calls its completion.
  public enum Completion: String, Codable, Sendable {
    /// From another thread, after `begin` has returned.
    case later
    /// Before `begin` returns, on the calling thread.
    case atOnce
    /// Twice: at once, and again later.
    case twice
  }

  /// The subject of the events of the work.
  public static let subject = "work"

  private let log: Log
  private let worker: Worker
  private let completion: Completion
  private let hold: Gate?
  /// Open as soon as any work has begun.
  let hasBegun: Gate
  private let uses = Atomic<Int>(0)

  init(bench: Bench, completion: Completion, hold: Gate?) {
    log = bench.log(Self.subject)
    worker = bench.worker()
    self.completion = completion
    self.hold = hold
    hasBegun = bench.gate("the work has begun", isTraced: false)
  }

  /// How often work was begun.
  public var useCount: Int { uses.load(ordering: .sequentiallyConsistent) }

  /// A piece of synchronous work: it blocks the calling thread until it is over.
  public func run() {
    note(.began)
    hold?.wait()
    log(.ended)
  }

  /// A piece of asynchronous work, as a function that takes a completion.
  ///
  /// A property, not a method, so that `probe.begin` converts to what an initialiser expects,
  /// with or without `@Sendable`.
  public var begin: @Sendable (@escaping () -> Void) -> Void {
    { [self] completion in
      note(.began)
      let call = Callback(completion)
      switch self.completion {
      case .later:
        worker.async { [self] in
          hold?.wait()
          log(.ended)
          call()
        }
      case .atOnce:
        log(.ended)
        call()
      case .twice:
        log(.ended)
        call()
        worker.async { call() }
      }
    }
  }

  private func note(_ kind: Event.Kind) {
    uses.add(1, ordering: .sequentiallyConsistent)
    log(kind)
    hasBegun.open()
  }
}

/// A completion of the checked operation's own. It may not be declared `@Sendable`; that a
/// transfer's completion is called on another thread is what such code has always met.
private struct Callback: @unchecked Sendable {
  private let call: () -> Void

  init(_ call: @escaping () -> Void) {
    self.call = call
  }

  func callAsFunction() { call() }
}
