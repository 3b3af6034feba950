import OperationBench
import Testing

@testable import LabKit

@Suite("The ledger on a screen", .repeatable)
struct LedgerTests {
  private func text(_ runs: [Run]) -> String {
    Ledger(.plain).text([SampleLesson.report(runs)])
  }

  @Test("says what was seen only where the verdict is not the expected one")
  func tellsWhatWasSeen() throws {
    var silent = SampleLesson.silent
    silent.trace = Trace([])
    try Golden.expect(
      "screens/ledger.txt",
      are: [
        "as expected": text(SampleLesson.runs), "undecided": text([silent, SampleLesson.fixed]),
      ])
  }
}
