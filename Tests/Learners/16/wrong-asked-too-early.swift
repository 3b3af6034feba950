// misses: is-true
import Foundation

func makeExport(work: @escaping () -> Void, report: @escaping (Bool) -> Void) -> Operation {
  let export = BlockOperation(block: work)
  let isCancelled = export.isCancelled
  export.completionBlock = { report(isCancelled) }
  return export
}
