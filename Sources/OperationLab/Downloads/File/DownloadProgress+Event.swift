import OperationLab

extension DownloadProgress {
  /// What an event's note says of it: `1029 of 3085 bytes`, or `1029 bytes` while the length is not
  /// known.
  package var note: String {
    total.map { "\(received) of \($0) bytes" } ?? "\(received) bytes"
  }

  /// Reads such a note; nil for any other.
  package init?(note: String) {
    guard let match = note.wholeMatch(of: /([0-9]+)(?: of ([0-9]+))? bytes/),
      let received = Int(match.1)
    else { return nil }
    self.init(received: received, total: match.2.flatMap { Int($0) })
  }
}

extension Event {
  /// How far its subject has come, if that is what the event is about.
  package var progress: DownloadProgress? {
    kind == .progressed ? DownloadProgress(note: note) : nil
  }
}
