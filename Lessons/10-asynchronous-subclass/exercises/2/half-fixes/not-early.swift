import Foundation

// HALF-FIX on purpose: only main() is overridden, and it returns at once.

/// A download; its transfer goes on after start() has returned.
final class Download: Operation, @unchecked Sendable {
  private let begin: (@escaping () -> Void) -> Void

  init(begin: @escaping (@escaping () -> Void) -> Void) {
    self.begin = begin
  }

  override func main() {
    begin {}
  }
}
