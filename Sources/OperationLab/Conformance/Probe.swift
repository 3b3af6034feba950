import Foundation

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
  /// The note of the event that the completion is called although it was called before.
  static let again = "calls its completion again"

  private let synchronous: @Sendable () -> Void
  private let asynchronous: @Sendable (Callback) -> Void

  /// Work that does just this.
  init(
    run: @escaping @Sendable () -> Void, begin: @escaping @Sendable (Callback) -> Void
  ) {
    synchronous = run
    asynchronous = begin
  }

  /// Work that writes its events; held up until the gate opens, if there is one.
  convenience init(bench: Bench, completion: Completion, hold: Gate?) {
    let log = bench.log(Self.subject)
    let worker = bench.worker()
    self.init(
      run: {
        log(.began)
        hold?.wait()
        log(.ended)
      },
      begin: { call in
        log(.began)
        switch completion {
        case .later:
          worker.async {
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
          worker.async {
            log(.noted, note: Self.again)
            call()
          }
        }
      })
  }

  /// A piece of synchronous work: it blocks the calling thread until it is over.
  public func run() {
    synchronous()
  }

  /// A piece of asynchronous work, as a function that takes a completion.
  ///
  /// A property, not a method, so that `probe.begin` converts to what an initialiser expects,
  /// with or without `@Sendable`.
  public var begin: @Sendable (@escaping () -> Void) -> Void {
    { [asynchronous] completion in asynchronous(Callback(completion)) }
  }

  /// A completion of the checked operation's own. It may not be declared `@Sendable`; that a
  /// transfer's completion is called on another thread is what such code has always met.
  struct Callback: @unchecked Sendable {
    private let call: () -> Void

    init(_ call: @escaping () -> Void) {
      self.call = call
    }

    func callAsFunction() { call() }
  }
}
