import Foundation

// One transfer for all callers of a picture.
//
// load starts a transfer for every caller, and returns a closure with which this caller gives up.
// connect starts a transfer and returns a closure that cancels it. When a transfer ends, it calls its
// own closure, with true if the picture has arrived, and with false if the transfer failed or was
// cancelled.
//
// The contract: callers of the same name share one transfer while it runs, also if they call load at
// the same time. When it ends, each of their closures is called once, with its result. Another name
// has its own transfer. If a caller gives up, its closure is not called, and the other callers still
// get the picture. When all callers have given up, the transfer is cancelled. After a transfer has
// ended, a new call of load starts a new one. A closure of a caller may call load.

/// Loads pictures.
final class Manager: @unchecked Sendable {
  private let connect: (@escaping (Bool) -> Void) -> () -> Void

  init(connect: @escaping (@escaping (Bool) -> Void) -> () -> Void) {
    self.connect = connect
  }

  func load(_ name: String, done: @escaping (Bool) -> Void) -> () -> Void {
    connect(done)
  }
}
