import Foundation
import OperationLab
import OperationTesting

/// Work that goes on after the call has returned, and calls back when the scene lets it end.
final class StagedTransfer: Sendable {
  private let bench: Bench
  private let log: Log
  private let owner: Log
  private let mayEnd: Gate

  /// - Parameters:
  ///   - name: the subject of the events of the work.
  ///   - owner: the operation whose work it is: who sets it going has been started.
  init(_ bench: Bench, _ name: String = "transfer", of owner: String = "download") {
    self.bench = bench
    log = bench.log(name)
    self.owner = bench.log(owner)
    mayEnd = bench.gate("\(name) may end", isTraced: false)
  }

  /// Sets it going.
  var begin: Stage.Begin {
    { [self] done in
      let done = Probe.Callback(done)
      owner(.started)
      log(.began)
      bench.elsewhere { [self] in
        mayEnd.wait()
        log(.ended)
        done()
      }
    }
  }

  /// Lets it end, as often as it was begun.
  func end() { mayEnd.open() }
}

/// A transfer that can fail and be cancelled; it ends when the scene says so, or is cancelled.
final class StagedConnection: Sendable {
  /// It was cancelled.
  static let givenUp: Event.Mark = "cancelled"
  /// It has ended, and not well.
  static let failed: Event.Mark = "failed"
  /// What those are told who want the picture.
  static let picture: Event.Mark = "picture"
  static let error: Event.Mark = "error"

  private let bench: Bench
  private let log: Log
  private let name: String
  private let open = Locked<[Gate]>([])
  private let succeeds = Locked(true)

  init(_ bench: Bench, _ name: String = "transfer") {
    self.bench = bench
    self.name = name
    log = bench.log(name)
  }

  /// Sets it going.
  var connect: Stage.Connect {
    { [self] done in
      let done = Probe.Callback.Carried(value: done)
      let mayEnd = bench.gate("\(name) may end", isTraced: false)
      let isCancelled = Locked(false)
      open.withLock { $0.append(mayEnd) }
      log(.began)
      bench.elsewhere { [self] in
        mayEnd.wait()
        let isWell = !isCancelled.withLock { $0 } && succeeds.withLock { $0 }
        log(.ended, nil, isWell ? nil : .mark(Self.failed))
        done.value(isWell)
      }
      return { [log] in
        log(Self.givenUp)
        isCancelled.withLock { $0 = true }
        mayEnd.open()
      }
    }
  }

  /// Lets all that were set going so far come to an end.
  func end(well isWell: Bool = true) {
    succeeds.withLock { $0 = isWell }
    open.withLock { $0 }.forEach { $0.open() }
  }
}
