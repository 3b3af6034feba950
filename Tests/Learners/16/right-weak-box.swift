import Foundation

private final class Weak {
  weak var operation: Operation?
}

func makeExport(work: @escaping () -> Void, report: @escaping (Bool) -> Void) -> Operation {
  let export = BlockOperation(block: work)
  let box = Weak()
  box.operation = export
  export.completionBlock = { report(box.operation?.isCancelled ?? false) }
  return export
}
