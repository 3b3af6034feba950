import Foundation
import OperationLab

/// Receives what a download reports. It follows article A's protocol, with calls for progress, data
/// and error.
///
/// Calls come on the operation's callback queue, the main thread unless it was given another:
/// progress any number of times, then either the error or the file. Of an operation that keeps the
/// file in memory the data comes first, and then the file.
package protocol DownloadOperationDelegate: AnyObject, Sendable {
  /// Some more of the file is on disk. When calls cannot keep up, only the newest figures come.
  func downloadOperation(
    _ operation: DownloadOperation, didMakeProgress progress: DownloadProgress)
  /// The file is whole, and these are its bytes. Called only if they were to be kept in memory.
  func downloadOperation(_ operation: DownloadOperation, didFinishWith data: Data)
  /// The file is whole and has its final name.
  func downloadOperation(_ operation: DownloadOperation, didFinishAt file: URL)
  /// The file is not there. ``DownloadError/cancelled`` when it was cancelled.
  func downloadOperation(_ operation: DownloadOperation, didFailWith error: DownloadError)
}

extension DownloadOperationDelegate {
  /// Ignores progress.
  package func downloadOperation(
    _ operation: DownloadOperation, didMakeProgress progress: DownloadProgress
  ) {}

  /// Ignores the bytes.
  package func downloadOperation(_ operation: DownloadOperation, didFinishWith data: Data) {}
}

/// Carries an operation's reports to its delegate.
///
/// At most one call for progress waits at any time: 200 MB are twelve thousand pieces, and a main
/// thread that is busy would find as many calls waiting.
final class DownloadDelegateRelay: Sendable {
  private struct State {
    weak var operation: DownloadOperation?
    weak var delegate: (any DownloadOperationDelegate)?
    /// The figures of the call that waits. `nil` when none does.
    var waiting: DownloadProgress?
  }

  private let state: Locked<State>
  private let callbacks: CallbackQueue

  init(_ delegate: (any DownloadOperationDelegate)?, on callbacks: CallbackQueue) {
    state = Locked(State(delegate: delegate))
    self.callbacks = callbacks
  }

  func adopt(_ operation: DownloadOperation) { state.withLock { $0.operation = operation } }

  func pass(_ report: DownloadOperation.Report) {
    // Keeps the operation until the call is made: its queue may release it before.
    guard let operation = state.withLock({ $0.operation }) else { return }
    switch report {
    case .began: break
    case .progress(let progress):
      let isFirst = state.withLock { state in
        defer { state.waiting = progress }
        return state.waiting == nil
      }
      guard isFirst else { return }
      callbacks.run { self.tellProgress(of: operation) }
    case .ended(let result):
      callbacks.run {
        let delegate = self.state.withLock { $0.delegate }
        switch result {
        case .success(let file):
          if let data = operation.data {
            delegate?.downloadOperation(operation, didFinishWith: data)
          }
          delegate?.downloadOperation(operation, didFinishAt: file)
        case .failure(let error): delegate?.downloadOperation(operation, didFailWith: error)
        }
      }
    }
  }

  private func tellProgress(of operation: DownloadOperation) {
    let (delegate, progress) = state.withLock { state in
      defer { state.waiting = nil }
      return (state.delegate, state.waiting)
    }
    guard let delegate, let progress else { return }
    delegate.downloadOperation(operation, didMakeProgress: progress)
  }
}
