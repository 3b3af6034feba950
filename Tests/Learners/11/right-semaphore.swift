import Foundation

func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation {
  BlockOperation {
    let isThere = DispatchSemaphore(value: 0)
    begin { isThere.signal() }
    isThere.wait()
  }
}
