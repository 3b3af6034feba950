// misses: not-early
import Foundation

func makeDownload(begin: @escaping (@escaping () -> Void) -> Void) -> Operation {
  BlockOperation {
    begin {}
    Thread.sleep(forTimeInterval: 0.5)
  }
}
