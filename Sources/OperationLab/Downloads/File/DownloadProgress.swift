import OperationLab

/// How far a download has come.
public struct DownloadProgress: Hashable, Sendable {
  /// Bytes of the file that are on disk, those of earlier attempts included.
  public var received: Int
  /// The length of the whole file. `nil` while it is not known.
  public var total: Int?

  /// A state of a download.
  package init(received: Int = 0, total: Int? = nil) {
    self.received = received
    self.total = total
  }

  /// From 0 to 1. `nil` while the length is not known.
  public var fraction: Double? {
    total.map { $0 == 0 ? 1 : Double(received) / Double($0) }
  }
}

extension DownloadProgress {
  /// What an event about it says: `1029 of 3085 bytes`, or `1029 bytes` while the length is not known.
  package var fact: Event.Fact { .bytes(received: received, total: total) }
}

extension Event {
  /// How far its subject has come, if that is what the event is about.
  package var progress: DownloadProgress? {
    guard kind == .progressed, case .bytes(let received, let total) = fact else { return nil }
    return DownloadProgress(received: received, total: total)
  }
}
