import Foundation

func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation {
  BlockOperation {
    let isThere = DispatchSemaphore(value: 0)
    begin { isThere.signal() }
    _ = isThere.wait(timeout: .now() + 0.15)
  }
}
