import Foundation
import OperationLab

final class Download: AsyncOperation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void
  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }
  override func work() { begin { self.finish() } }
}
