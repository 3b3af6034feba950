import Foundation

// One transfer for all who want the picture.
//
// load begins a transfer for every caller, and returns a closure with which this caller gives up.
// connect sets a transfer going and returns a closure that gives the transfer up. When a transfer
// has ended, it calls its own closure: with true if the picture is there, and with false if it
// failed or was given up.
//
// The contract: callers of the same name share one transfer while it is under way, also if they
// ask at the same time. Each of them is told once how it ended. Other names have transfers of
// their own. A caller that gives up is told nothing, and no other caller loses its picture. When
// all of them have given up, the transfer is given up. Afterwards the picture can be wanted again.

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
