import Foundation

// One way to do it.

func makeExport(work: @escaping () -> Void, report: @escaping (Bool) -> Void) -> Operation {
  let export = BlockOperation(block: work)
  // The operation holds its completion block. If the block held the operation, neither would go.
  export.completionBlock = { [weak export] in
    report(export?.isCancelled ?? false)
  }
  return export
}
