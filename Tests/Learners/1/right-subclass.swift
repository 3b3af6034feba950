import Foundation

private final class Load: Operation, @unchecked Sendable {
  private let work: () -> Void
  init(_ work: @escaping () -> Void) { self.work = work }
  override func main() { work() }
}

private let loads = OperationQueue()

func loadPicture(_ load: @escaping () -> Void) { loads.addOperation(Load(load)) }
