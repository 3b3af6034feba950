import Foundation

// One way to do it.

func makeExport(work: @escaping () -> Void, report: @escaping (Bool) -> Void) -> Operation {
  let export = BlockOperation(block: work)
  // The operation holds its completion block, so the block must not hold the operation.
  export.completionBlock = { [weak export] in
    report(export?.isCancelled ?? false)
  }
  return export
}
