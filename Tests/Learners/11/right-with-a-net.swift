import Foundation

/// Waits for the picture, though not for more than half a minute.
func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation {
  BlockOperation {
    let isThere = DispatchGroup()
    isThere.enter()
    begin { isThere.leave() }
    if isThere.wait(timeout: .now() + 30) == .timedOut { print("no picture after 30 s") }
  }
}
