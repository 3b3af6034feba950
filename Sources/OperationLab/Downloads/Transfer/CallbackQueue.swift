import Foundation

/// Where an operation calls back.
public enum CallbackQueue: Sendable {
  /// The main thread, where user interfaces live: what article A and article D do.
  case main
  /// An operation queue of the caller's. With a width above 1 the order of calls is lost.
  case operations(OperationQueue)
  /// A dispatch queue of the caller's. If it is concurrent the order of calls is lost.
  case dispatch(DispatchQueue)

  /// Calls back later, never before this returns.
  package func run(_ body: @escaping @Sendable () -> Void) {
    switch self {
    case .main: DispatchQueue.main.async(execute: body)
    case .operations(let queue): queue.addOperation(body)
    case .dispatch(let queue): queue.async(execute: body)
    }
  }
}
