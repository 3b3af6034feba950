import Foundation
import OperationLab

func makeLoad(
  address: String?, connect: @escaping @Sendable (@escaping (Bool) -> Void) -> () -> Void
) -> TaskOperation<Void> {
  TaskOperation {
    guard let address, !address.isEmpty else { throw URLError(.badURL) }
    let answers = AsyncStream<Bool> { stream in
      _ = connect { isWell in
        stream.yield(isWell)
        stream.finish()
      }
    }
    for await isWell in answers where !isWell { throw URLError(.cannotLoadFromNetwork) }
  }
}
