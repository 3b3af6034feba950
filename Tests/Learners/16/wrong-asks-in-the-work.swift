// misses: reports-anyway
import Foundation
func makeExport(work: @escaping () -> Void, report: @escaping (Bool) -> Void) -> Operation {
  var isCancelled = false
  let export = BlockOperation()
  export.addExecutionBlock { [unowned export] in
    work()
    isCancelled = export.isCancelled
  }
  export.completionBlock = { report(isCancelled) }
  return export
}
