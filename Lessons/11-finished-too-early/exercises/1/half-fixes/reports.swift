import Foundation
import OperationLab

// HALF-FIX on purpose: nobody says that the transfer is over.

final class Download: AsyncOperation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func work() {
    begin {}
  }
}

func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation {
  Download(begin: begin)
}
