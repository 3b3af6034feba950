import Foundation

// One transfer for all who want the picture.
//
// load begins a transfer for everybody who asks, and returns a closure with which the wish is
// given up.
//
// The contract: who wants a picture that is being transferred already shares that transfer, and
// all are told in the end. Who gives up disturbs nobody else, and is told nothing. When nobody
// wants it any more, the transfer is given up.

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
