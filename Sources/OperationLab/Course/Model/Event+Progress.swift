import OperationBench
import OperationDownloads

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
