import Foundation
import OperationLab

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Why a download did not succeed.
///
/// Later versions may have more cases: a `switch` needs `@unknown default`.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum DownloadError: Error, Hashable, Sendable {
  /// Somebody cancelled it.
  case cancelled
  /// The address is none that can be downloaded.
  case unusableAddress(String)
  /// The address names its server by an IPv6 number, which the platform's Foundation cannot use.
  case unusableHost(String)
  /// The server answered with a status that brings no file. `retryAfter` in seconds, if it said.
  case status(Int, retryAfter: Int? = nil)
  /// The address has a user or a password, which would be stored and printed with it.
  case credentialsInAddress
  /// The server asks for a user and a password, and the request had no header with the right ones.
  case needsAuthentication
  /// The connection failed or was not made. It has the platform's own code and words.
  case connection(code: Int, message: String)
  /// There is only a cellular network, which was not allowed. Some platforms do not report this.
  case cellularOnly
  /// The transfer ended in good order, but bytes are missing.
  case incomplete(received: Int, total: Int)
  /// The server sent another part of the file than the one asked for. The bytes so far are
  /// discarded.
  case wrongPart(String)
  /// The server's reply cannot be a file that can be known to be whole.
  case badReply(String)
  /// The file on the server is another one than the one that was begun.
  case changed
  /// A file could not be written. `code` is the system's `errno`.
  case disk(doing: String, path: String, code: Int32)
  /// Something that is no plain file of this user is in the place of one, and was left alone.
  case notAFile(String)
  /// Another download is writing the same file.
  case busy(path: String)
  /// The file has another SHA-256 than the one that was asked for, this one. Its bytes are discarded.
  case wrongChecksum(String)
  /// What is in the place of a list cannot be read as one, and was left alone.
  case unreadableList(path: String)
}

extension DownloadError {
  /// What a transfer's error means.
  package init(_ error: any Error) {
    switch error {
    case let error as DownloadError: self = error
    case let error as URLError where error.code == .cancelled: self = .cancelled
    case let error as URLError where Platform.saysCellularOnly(error): self = .cellularOnly
    // Foundation on Linux, as released with Swift 6.3, gives this error for every IPv6 address.
    case let error as URLError
    where error.code == .badURL && error.failingURL?.host()?.contains(":") == true:
      self = .unusableHost(error.failingURL?.host() ?? "")
    case let error as URLError where error.code == .userAuthenticationRequired:
      self = .needsAuthentication
    case let error as URLError
    where [.badServerResponse, .httpTooManyRedirects].contains(Platform.code(of: error)):
      self = .badReply(error.localizedDescription)
    // Without words of its own on Linux.
    case let error as URLError where error.code == .timedOut:
      self = .connection(code: error.code.rawValue, message: "nothing came for too long")
    case let error as URLError:
      self = .connection(
        code: Platform.code(of: error).rawValue, message: error.localizedDescription)
    default:
      let error = error as NSError
      self = .connection(code: error.code, message: error.localizedDescription)
    }
  }

  /// Does something in a folder, and says in these words why it did not succeed.
  static func asked<Value>(
    _ body: () throws(SafeFolder.Problem) -> Value
  ) throws(DownloadError) -> Value {
    do throws(SafeFolder.Problem) { return try body() } catch {
      switch error {
      case .system(let doing, let path, let code):
        throw .disk(doing: doing, path: path, code: code)
      case .notAFile, .notAFolder, .notAName: throw .notAFile("\(error)")
      }
    }
  }

  /// Whether the same request may well succeed later.
  ///
  /// On Linux a connection that broke is reported as `URLError.unknown`: what is not known to be
  /// hopeless is therefore worth a retry, and the number of retries is bounded.
  public var isWorthRetrying: Bool {
    switch self {
    case .cancelled, .unusableAddress, .unusableHost, .needsAuthentication, .credentialsInAddress:
      false
    case .cellularOnly, .disk, .badReply, .notAFile, .wrongChecksum, .unreadableList: false
    case .changed, .incomplete, .wrongPart, .busy: true
    case .status(let status, _): [408, 425, 429, 500, 502, 503, 504].contains(status)
    case .connection(let code, _): !Self.hopeless.contains { $0.rawValue == code }
    }
  }

  private static let hopeless: [URLError.Code] = [
    .badURL, .unsupportedURL, .cannotFindHost, .httpTooManyRedirects, .secureConnectionFailed,
    .serverCertificateHasBadDate, .serverCertificateUntrusted,
    .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
    .clientCertificateRejected, .clientCertificateRequired,
  ]
}

extension DownloadError: CustomStringConvertible {
  /// The problem and what to do, in one line.
  public var description: String { advice.map { "\(problem); \($0)" } ?? problem }

  /// The problem, for callers that already do what should be done.
  package var problem: String {
    switch self {
    case .cancelled: "cancelled"
    case .unusableAddress(let address): "\(address) cannot be downloaded"
    case .unusableHost(let host): "Foundation cannot use the IPv6 address \(host) on this platform"
    case .status(404, _): "the server has no such file (404)"
    case .status(let status, let wait):
      (status >= 500 ? "the server failed (\(status))" : "the server refused (\(status))")
        + (wait.map { " and asks to wait \($0) s" } ?? "")
    case .needsAuthentication: "the server asks for a user and a password"
    case .credentialsInAddress: "an address with a user or a password is not taken"
    case .connection(_, let message): "the connection failed (\(message))"
    case .cellularOnly: "only a cellular network is there"
    case .incomplete(let received, let total): "only \(received) of \(total) bytes came"
    case .wrongPart(let what): "the server sent a wrong part of the file (\(what))"
    case .badReply(let what): "the server's reply cannot be used (\(what))"
    case .changed: "the file changed on the server"
    case .disk(let doing, let path, let code):
      "could not \(doing) \(path) (\(String(cString: strerror(code))))"
    case .notAFile(let what): what
    case .busy(let path): "another download is writing \(path)"
    case .wrongChecksum(let found): "the file has another SHA-256 (\(found))"
    case .unreadableList(let path): "\(path) is no list of downloads that can be read"
    }
  }

  private var advice: String? {
    switch self {
    case .cancelled: nil
    case .needsAuthentication, .credentialsInAddress:
      "send them as a header: --header 'Authorization: …', or in a URLRequest"
    case .unusableAddress: "give an address that begins with http:// or https://"
    case .unusableHost: "give the server's name or its IPv4 address"
    case .status(_, let wait) where isWorthRetrying:
      wait == nil ? "try again later" : "try again after that"
    case .status(let status, _): status >= 500 ? "try another server" : "check the address"
    // From `.serverCertificateNotYetValid` to `.serverCertificateHasBadDate`.
    case .connection(-1204 ... -1201, _): "check the certificates that this system trusts"
    case .connection: isWorthRetrying ? "try again" : "check the address"
    case .cellularOnly: "allow it, or go on when there is another"
    case .incomplete: "try again"
    case .wrongPart: "try again to begin anew"
    case .badReply: "try another server"
    case .changed: "try again to get the new one"
    case .disk(_, _, let code): Self.advice(onDisk: code)
    case .notAFile: "remove it or choose another folder"
    case .busy: "wait for it or stop it"
    case .wrongChecksum: "check the digest, or try another server"
    case .unreadableList: "move it away, or name another file"
    }
  }

  private static func advice(onDisk code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: "make room or choose another folder"
    case EACCES, EPERM, EROFS: "choose a folder that you may write to"
    case EMFILE, ENFILE: "allow more open files (ulimit -n), or fetch fewer at a time"
    case ENOENT, ENOTDIR: "make the folder or choose another"
    case ENAMETOOLONG: "choose a shorter name"
    case EFBIG: "allow larger files (ulimit -f), or choose another file system"
    case EIO: "check the disk or choose another"
    default: "choose another folder"
    }
  }
}

extension DownloadError {
  /// How often a server may lead elsewhere. Browsers allow as many.
  static let mostRedirections = 20

  /// Why a reply that leads elsewhere is not followed. `nil` when it is.
  ///
  /// An `https` address is never followed to `http`: an attacker who can change the reply could
  /// choose the file.
  ///
  /// - Parameter count: which redirection it is, the first having number 1.
  static func refusal(ofGoingOnFrom old: URL?, to new: URL?, count: Int) -> DownloadError? {
    if new?.hasUserInfo == true {
      return .badReply("it leads to an address with a user or a password")
    }
    if count > mostRedirections { return .badReply("it leads elsewhere again and again") }
    let scheme = new?.scheme?.lowercased() ?? ""
    guard ["http", "https"].contains(scheme) else {
      return .badReply("it leads to an address with '\(scheme):'")
    }
    if old?.scheme?.lowercased() == "https", scheme == "http" {
      return .badReply("it leads from https to http, where anybody could change the file")
    }
    return nil
  }
}
