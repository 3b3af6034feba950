// What the sources that are checked name of the others.
import Foundation

enum TransferEvent: Sendable {
  case response(HTTPURLResponse)
  case bytes(Data)
  case ended((any Error)?)
}

enum DownloadError: Error {
  case badReply(String)

  static func refusal(ofGoingOnFrom old: URL?, to new: URL?, count: Int) -> DownloadError? { nil }
}
