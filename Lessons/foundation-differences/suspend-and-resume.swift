// A transfer is suspended half-way, and resumed. The server sends 60,000 bytes, each by its place.
// The page says: suspend() "temporarily suspends a task", and "call resume() to resume data transfer",
// https://developer.apple.com/documentation/foundation/urlsessiontask/suspend()
import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

let (body, mayContinue) = (Data((0..<60_000).map { UInt8($0 % 251) }), DispatchSemaphore(value: 0))
signal(SIGPIPE, SIG_IGN)
let server = SocketPort(tcpPort: 0)!
let port = server.address.dropFirst(2).prefix(2).reduce(0) { $0 * 256 + Int($1) }
Thread.detachNewThread { [body, listener = server.socket] in
  // The first request gets 20,000 bytes at once and the rest later. Another gets all at once.
  let head = Data("HTTP/1.1 200 OK\r\nContent-Length: 60000\r\nContent-Type: a/b\r\n\r\n".utf8)
  for isFirst in [true, false] {
    let client = FileHandle(fileDescriptor: accept(listener, nil, nil))
    _ = client.availableData
    try? client.write(contentsOf: head + body.prefix(isFirst ? 20_000 : 60_000))
    if isFirst { mayContinue.wait() }
    if isFirst { try? client.write(contentsOf: body.dropFirst(20_000)) }
  }
}
final class Receiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  var bytes = Data()  // Only the session's queue changes it, before it signals.
  let (isHalf, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    bytes += data
    if bytes.count == 20_000 { isHalf.signal() }
  }
  func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
    hasEnded.signal()
  }
}
let receiver = Receiver()
let session = URLSession(configuration: .ephemeral, delegate: receiver, delegateQueue: nil)
let task = session.dataTask(with: URL(string: "http://127.0.0.1:\(port)/")!)
task.resume()
let isHalf = receiver.isHalf.wait(timeout: .now() + 5) == .success
task.suspend()
task.resume()
mayContinue.signal()
let hasEnded = receiver.hasEnded.wait(timeout: .now() + 5) == .success
let isWhole = isHalf && hasEnded && receiver.bytes == body
print("expected: the transfer continues, 60000 bytes in all")
print("seen: \(isWhole ? "the same" : "\(receiver.bytes.count) bytes, ended: \(hasEnded)")")
exit(isWhole ? 0 : 1)
