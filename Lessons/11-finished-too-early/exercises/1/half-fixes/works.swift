import Foundation
import OperationLab

// HALF-FIX on purpose: the transfer is never set going.

final class Download: AsyncOperation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func work() {
    finish()
  }
}

func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation {
  Download(begin: begin)
}
