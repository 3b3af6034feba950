import Foundation

extension DownloadError {
  /// How often a server may lead elsewhere; browsers allow as many.
  static let mostRedirections = 20

  /// Why a reply that leads elsewhere is not followed; `nil` when it is.
  ///
  /// An address that was asked for under encryption is never fetched without: who can change the reply
  /// on its way could choose the file.
  ///
  /// - Parameter count: which redirection it is, the first having number 1.
  static func refusal(ofGoingOnFrom old: URL?, to new: URL?, count: Int) -> DownloadError? {
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
