import OperationBench
import OperationDownloads
import Testing

@Suite(.repeatable) struct DownloadProgressTests {
  @Test(
    "is what an event says of it, with or without a total",
    arguments: [
      (DownloadProgress(received: 3, total: 10), "3 of 10 bytes"),
      (DownloadProgress(received: 7), "7 bytes"),
    ])
  func isAFact(_ progress: DownloadProgress, _ words: String) {
    let event = Event(
      seq: 0, ns: 0, thread: "main", subject: "a", kind: .progressed, fact: progress.fact)
    #expect(event.fact == .bytes(received: progress.received, total: progress.total))
    #expect(event.account.contains(words), "\(event.account)")
  }
}
