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
