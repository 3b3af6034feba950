import Foundation

func makeExport(work: @escaping () -> Void, report: @escaping (Bool) -> Void) -> Operation {
  let export = BlockOperation(block: work)
  export.completionBlock = { [weak export] in
    let isCancelled = export?.isCancelled ?? false
    report(isCancelled)
    report(isCancelled)
  }
  return export
}
