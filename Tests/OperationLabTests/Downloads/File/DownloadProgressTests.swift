import OperationDownloads
import OperationLab
import Testing

@Suite struct DownloadProgressTests {
  @Test(
    "an event's note says it and is read back",
    arguments: [
      DownloadProgress(received: 0, total: 0), DownloadProgress(received: 3, total: 10),
      DownloadProgress(received: 7),
    ])
  func anEventsNoteSaysItAnd(_ progress: DownloadProgress) {
    #expect(DownloadProgress(note: progress.note) == progress)
  }

  @Test(
    "any other note is none",
    arguments: ["", "bytes", "3 of bytes", "-1 of 3 bytes", "3 of 4 bytes and more", "three"])
  func anyOtherNoteIsNone(_ note: String) {
    #expect(DownloadProgress(note: note) == nil)
  }

  @Test("only events about progress have any") func onlyEventsAboutProgressHaveAny() {
    func event(_ kind: Event.Kind) -> Event {
      Event(seq: 0, ns: 0, thread: "main", subject: "a", kind: kind, note: "1 of 2 bytes")
    }
    #expect(event(.progressed).progress == DownloadProgress(received: 1, total: 2))
    #expect(event(.noted).progress == nil)
  }
}
