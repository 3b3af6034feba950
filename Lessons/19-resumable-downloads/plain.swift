// Article B's resuming in plain Foundation: a new request asks for the rest of the file.
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server with one file of 60,000 bytes. It sends the part that is asked for.
final class FilmServer: URLProtocol {
  static let film = Data((0..<60_000).map { UInt8($0 % 251) })

  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let range = request.value(forHTTPHeaderField: "Range")
    print("the server is asked for \(range ?? "the whole file")")
    let start = range.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    let answer = HTTPURLResponse(
      url: request.url!, statusCode: range == nil ? 200 : 206, httpVersion: "HTTP/1.1",
      headerFields: nil)!
    client?.urlProtocol(self, didReceive: answer, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Self.film.dropFirst(start))
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}

// What the first operation had received when it was cancelled.
let part = FilmServer.film.prefix(20_000)
var request = URLRequest(url: URL(string: "http://server/film")!)
request.setValue("bytes=\(part.count)-", forHTTPHeaderField: "Range")
let configuration = URLSessionConfiguration.ephemeral
configuration.protocolClasses = [FilmServer.self]
let hasEnded = DispatchSemaphore(value: 0)
let session = URLSession(configuration: configuration)
session.dataTask(with: request) { rest, answer, _ in
  // Only 206 says that this is the rest. Some servers send the whole file with 200.
  print("status: \((answer as? HTTPURLResponse)?.statusCode ?? 0)")
  print("part and rest are the file: \(part + (rest ?? Data()) == FilmServer.film)")
  hasEnded.signal()
}.resume()
hasEnded.wait()
