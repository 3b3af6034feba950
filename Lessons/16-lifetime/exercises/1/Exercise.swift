import Foundation

// Let it go at the end.
//
// makeExport makes an operation that does its work and then reports whether it was cancelled. It
// works, but none of these operations is ever deallocated.
//
// Mend it: the report is made, and the operation goes when nobody needs it any more.

func makeExport(work: @escaping () -> Void, report: @escaping (Bool) -> Void) -> Operation {
  let export = BlockOperation(block: work)
  export.completionBlock = {
    report(export.isCancelled)
  }
  return export
}
