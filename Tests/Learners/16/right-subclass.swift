import Foundation

private final class Export: Operation, @unchecked Sendable {
  private let work: () -> Void
  init(_ work: @escaping () -> Void) { self.work = work }
  override func main() { work() }
}

func makeExport(work: @escaping () -> Void, report: @escaping (Bool) -> Void) -> Operation {
  let export = Export(work)
  export.completionBlock = { [unowned export] in report(export.isCancelled) }
  return export
}
