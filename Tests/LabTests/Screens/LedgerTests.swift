import OperationLab
import Testing

@testable import LabShared
@testable import lab

@Suite("The ledger on a screen", .repeatable)
struct LedgerTests {
  private func text(_ runs: [Run]) -> String {
    Ledger(.plain).text([SampleLesson.report(runs)])
  }

  @Test("says what was seen only where the verdict is not the expected one")
  func tellsWhatWasSeen() {
    #expect(!text(SampleLesson.runs).contains("Seen:"))
    var silent = SampleLesson.silent
    silent.trace = Trace([])
    let undecided = text([silent, SampleLesson.fixed])
    #expect(undecided.contains("C01   undecided (expected confirmed!)"))
    #expect(undecided.contains("Seen: in program 'silent' this is not so"))
  }
}
