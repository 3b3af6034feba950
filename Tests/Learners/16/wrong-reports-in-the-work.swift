// misses: reports-anyway
import Foundation

/// The report is the end of the work. A queue skips the block of a cancelled operation.
func makeExport(work: @escaping () -> Void, report: @escaping (Bool) -> Void) -> Operation {
  let export = BlockOperation()
  export.addExecutionBlock { [unowned export] in
    work()
    report(export.isCancelled)
  }
  return export
}
