import Foundation

func makeExport(work: @escaping () -> Void, report: @escaping (Bool) -> Void) -> Operation {
  let export = BlockOperation(block: work)
  export.completionBlock = { [unowned export] in
    let isCancelled = export.isCancelled
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { report(isCancelled) }
  }
  return export
}
