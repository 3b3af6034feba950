import OperationDownloads
import OperationBench
import Testing

@Suite(.repeatable) struct DownloadProgressTests {
  @Test(
    "an event carries it",
    arguments: [
      DownloadProgress(received: 0, total: 0), DownloadProgress(received: 3, total: 10),
      DownloadProgress(received: 7),
    ])
  func anEventCarriesIt(_ progress: DownloadProgress) {
    #expect(event(.progressed, progress.fact).progress == progress)
  }

  @Test("only events about progress have any") func onlyEventsAboutProgressHaveAny() {
    #expect(event(.noted, .bytes(received: 1, total: 2)).progress == nil)
    #expect(event(.progressed, .mark("1 of 2 bytes")).progress == nil)
  }

  private func event(_ kind: Event.Kind, _ fact: Event.Fact) -> Event {
    Event(seq: 0, ns: 0, thread: "main", subject: "a", kind: kind, fact: fact)
  }
}
