// misses: works
import Foundation

func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation {
  BlockOperation {
    // Two are safer than one.
    let isThere = DispatchSemaphore(value: 0)
    for _ in 1...2 { begin { isThere.signal() } }
    isThere.wait()
  }
}
