import Foundation
import OperationLab

// One way to do it.

func makeLoad(
  address: String?, connect: @escaping @Sendable (@escaping (Bool) -> Void) -> () -> Void
) -> TaskOperation<Void> {
  TaskOperation {
    // Without an address there is nothing to wait for, so no continuation is made.
    guard address != nil else { throw URLError(.badURL) }
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      _ = connect { isWell in
        done.resume(
          with: isWell ? .success(()) : .failure(URLError(.cannotLoadFromNetwork)))
      }
    }
  }
}
