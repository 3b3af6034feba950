import Foundation

// HALF-FIX on purpose: no completion block, no report.

func makeExport(work: @escaping () -> Void, report: @escaping (Bool) -> Void) -> Operation {
  let export = BlockOperation(block: work)
  return export
}
