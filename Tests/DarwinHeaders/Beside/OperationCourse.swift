// What the package manager makes of the resources, and which methods of a delegate are left out.
import Foundation

struct PackageResources {
  static let page_css: [UInt8] = []
  static let dom_js: [UInt8] = []
  static let run_js: [UInt8] = []
  static let lanes_js: [UInt8] = []
  static let view_js: [UInt8] = []
  static let picture_js: [UInt8] = []
  static let panels_js: [UInt8] = []
  static let cards_js: [UInt8] = []
  static let stepper_js: [UInt8] = []
}

/// The lessons' downloads go wherever they are sent, and have no password.
extension URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {}
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {}
}
