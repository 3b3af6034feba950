import Foundation
import OperationLab

// Resume on every way out.
//
// makeLoad makes an operation whose task waits for a transfer. connect begins the transfer and calls
// its closure once, with false if the transfer failed. When that happens, the operation never
// finishes, and its queue starts nothing more.
//
// Mend it: when the transfer fails, or when there is no address, the operation finishes, and its
// result is an error. When the transfer goes well, its result is a success, as now.

func makeLoad(
  address: String?, connect: @escaping @Sendable (@escaping (Bool) -> Void) -> () -> Void
) -> TaskOperation<Void> {
  TaskOperation {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      guard address != nil else { return }
      _ = connect { isWell in
        guard isWell else { return }
        done.resume()
      }
    }
  }
}
