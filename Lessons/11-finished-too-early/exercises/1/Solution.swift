import Foundation
import OperationLab

// One way to do it.

final class Download: AsyncOperation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  // work() returns at once, and the operation stays executing until finish() is called.
  override func work() {
    begin { self.finish() }
  }
}

func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation {
  Download(begin: begin)
}
