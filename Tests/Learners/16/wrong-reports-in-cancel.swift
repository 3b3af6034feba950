// misses: world cancelled-twice
import Foundation

private final class Export: BlockOperation, @unchecked Sendable {
  var report: (Bool) -> Void = { _ in }
  override func cancel() {
    super.cancel()
    report(true)
  }
}

func makeExport(work: @escaping () -> Void, report: @escaping (Bool) -> Void) -> Operation {
  let export = Export(block: work)
  export.report = report
  export.completionBlock = { [weak export] in
    if export?.isCancelled == false { report(false) }
  }
  return export
}
