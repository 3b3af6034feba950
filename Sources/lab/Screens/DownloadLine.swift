import Foundation
import OperationDownloads

/// A line of `lab download --json`: add to it, never rename.
struct DownloadLine: Encodable {
  var event: String
  var url: String?
  var file: String?
  var received: Int?
  var total: Int?
  /// Which attempt it is, the first having number 1.
  var attempt: Int?
  var error: String?
  var files: Int?
  var whole: Int?

  init(event: String, files: Int, whole: Int) {
    self.event = event
    self.files = files
    self.whole = whole
  }

  /// A line of a list that is left out.
  init(mistake: String) {
    event = "failed"
    error = mistake
  }

  init(event: String, url: URL, file: URL) {
    self.event = event
    self.url = url.absoluteString
    self.file = file.path
  }

  init(event: String, _ download: DownloadManager.Download, error: DownloadError? = nil) {
    self.init(event: event, url: download.url, file: download.destination)
    received = download.progress.received
    total = download.progress.total
    attempt = download.attempts
    self.error = error?.description
  }
}
