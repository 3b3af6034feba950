import Foundation

// Release it at the end.
//
// makeExport makes an operation that does its work and then reports, once, whether it was
// cancelled. If it is cancelled before it starts, it does not do its work, and reports anyway. It
// works, but none of these operations is ever deallocated.
//
// Mend it: the report stays as it is, and the operation is deallocated when it has finished and
// its last owner has released it. Until the report is made, an owner holds it.

func makeExport(work: @escaping () -> Void, report: @escaping (Bool) -> Void) -> Operation {
  let export = BlockOperation(block: work)
  export.completionBlock = {
    report(export.isCancelled)
  }
  return export
}
