// misses: released
import Foundation

nonisolated(unsafe) private var exports: [Operation] = []

func makeExport(work: @escaping () -> Void, report: @escaping (Bool) -> Void) -> Operation {
  let export = BlockOperation(block: work)
  exports.append(export)
  export.completionBlock = { [weak export] in report(export?.isCancelled ?? false) }
  return export
}
