import Foundation

final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void

  init(begin: @escaping (@escaping () -> Void) -> Void) { self.begin = begin }

  override func main() {
    let group = DispatchGroup()
    group.enter()
    begin { group.leave() }
    group.wait()
  }
}
