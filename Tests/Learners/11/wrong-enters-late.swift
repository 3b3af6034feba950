// misses: traps
import Foundation
func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation {
  BlockOperation {
    let group = DispatchGroup()
    begin { group.leave() }
    group.enter()
    group.wait()
  }
}
