import Foundation
import OperationLab

final class Download: AsyncOperation, @unchecked Sendable {
  let begin: (@escaping () -> Void) -> Void
  init(_ begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }
  override func work() {
    Task {
      await withCheckedContinuation { picture in self.begin { picture.resume() } }
      try? await Task.sleep(for: .milliseconds(200))
      self.finish()
    }
  }
}

func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation { Download(begin) }
