import Foundation
import OperationLab

private final class Download: AsyncOperation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void

  init(_ begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func work() {
    Task { [self] in
      await withCheckedContinuation { continuation in
        begin { continuation.resume() }
      }
      finish()
    }
  }
}

func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation {
  Download(begin)
}
