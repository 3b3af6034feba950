import Foundation

extension DownloadManager {
  /// Where the observer is called.
  public enum CallbackQueue: Sendable {
    /// The main thread, where user interfaces live: what article A and article D do.
    case main
    /// An operation queue of the caller's. With a width above 1 the order of calls is lost. Blocks are added
    /// on any thread, with no lock held: a queue that overrides `addOperation` may call what it likes, but
    /// should return soon.
    case operations(OperationQueue)
    /// A dispatch queue of the caller's. If it is concurrent the order of calls is lost.
    case dispatch(DispatchQueue)

    /// Calls back later. Only a queue that overrides `addOperation` can do so before this returns. To be called
    /// without a lock.
    package func run(_ body: @escaping @Sendable () -> Void) {
      switch self {
      case .main: DispatchQueue.main.async(execute: body)
      case .operations(let queue): queue.addOperation(body)
      case .dispatch(let queue): queue.async(execute: body)
      }
    }
  }
}
