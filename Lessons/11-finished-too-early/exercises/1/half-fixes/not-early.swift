import Foundation
import OperationLab

// HALF-FIX on purpose: it finishes right after it has begun.

final class Download: AsyncOperation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func work() {
    begin {}
    finish()
  }
}

func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation {
  Download(begin: begin)
}
