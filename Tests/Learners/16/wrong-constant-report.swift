// misses: is-true
import Foundation

func makeExport(work: @escaping () -> Void, report: @escaping (Bool) -> Void) -> Operation {
  let export = BlockOperation(block: work)
  export.completionBlock = { report(false) }
  return export
}
