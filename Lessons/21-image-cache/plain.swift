// SDImageCache's token in plain Foundation: an operation that runs nothing, and can be cancelled.
import Foundation

/// Reads a picture from the disk on another queue. Returns a token with which one cancels that.
func readFromDisk(_ key: String, _ completion: @escaping @Sendable (Data) -> Void) -> Operation {
  let token = Operation()
  disk.async {
    print("\(key): cancelled: \(token.isCancelled)")
    // Nothing else asks the token, so the block must.
    if token.isCancelled { return }
    completion(Data(key.utf8))
  }
  return token
}

let disk = DispatchQueue(label: "disk")
disk.suspend()
let kept = readFromDisk("kept") { print("a picture comes, \($0.count) bytes") }
let scrolledAway = readFromDisk("scrolled away") { print("a picture comes, \($0.count) bytes") }
scrolledAway.cancel()
disk.resume()
disk.sync {}
print("tokens finished: \(kept.isFinished), \(scrolledAway.isFinished)")
