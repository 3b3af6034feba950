// misses: not-early
import Foundation
import OperationLab

/// Does not wait for a callback that may never come.
func makeLoad(
  address: String?, connect: @escaping @Sendable (@escaping (Bool) -> Void) -> () -> Void
) -> TaskOperation<Void> {
  TaskOperation {
    guard address != nil else { throw URLError(.badURL) }
    _ = connect { _ in }
    try await Task.sleep(for: .milliseconds(100))
  }
}
