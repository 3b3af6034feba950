import Foundation
import OperationLab
import Testing

@testable import OperationBench
@testable import LabKit
@testable import OperationTesting

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("A report for build servers", .repeatable)
struct ReportFormatTests {
  private typealias Seen = (rule: Rule, sighting: Conformance.Report.Sighting)

  private func seen(
    _ rule: Rule, _ answer: RuleFinding.Answer, _ reason: Ruling.Reason, _ way: Way? = nil
  ) -> Seen {
    let life = Life(.queued, .cancel(.working)).name
    let event = Event(seq: 0, ns: 7_000, thread: "T1", subject: "subject", kind: .cancelled)
    let finding = RuleFinding(
      answer, reason, [Evidence(program: life, event: event)], way: way)
    return (
      rule,
      .init(
        run: Run(program: life, outcome: .completes, trace: Trace([event])), finding: finding)
    )
  }

  private let place = SourcePlace(file: "A.swift", line: 4)

  private var report: Conformance.Report {
    Conformance.Report(
      subject: "A { <\"&\"> }",
      [
        seen(.startsFresh, .holds(remark: nil), "fine"),
        seen(
          .cancelReturns, .broken, "50 % late,\nand <worse>", StuckState.standing.way),
        seen(.isReleased, .open, "not seen"),
      ],
      stackReport: { _ in
        let call = StackFrame(function: "start()", file: "/B.swift", line: 7)
        return StackReport([[call]], of: .files(["/B.swift"]), hasDied: false)
      })
  }

  @Test("is a test for each rule as XML, and one annotation a line with file and line for GitHub")
  func formats() throws {
    let xml = ReportFormat.junit.text(report) { place }
    #expect(XMLParser(data: Data(xml.utf8)).parse(), "\(xml)")
    try Golden.expect("check/report.xml", is: xml)
    try Golden.expect("check/report-github.txt", is: ReportFormat.github.text(report) { place })
  }

  @Test("has the same on a screen, and all of it in JSON")
  func screen() throws {
    let screen = CheckScreen(.plain, Invocation(["lab"]))
    let parts =
      report.results.map { screen.line($0) } + report.causes.map { screen.finding($0) }
      + [screen.closing(report)]
    try Golden.expect("check/report.txt", is: parts.joined(separator: "\n"))
    var json = report.json
    json.platform = .linux
    try Golden.expect("check/report.json", isJSONOf: json)
  }

  @Test("says on a screen how often all was done, if more than once")
  func rounds() {
    func closing(_ rounds: Int) -> String {
      let once = Conformance.Report(
        subject: "A()", [(.isReleased, .init(finding: .holds("fine", [])))], lives: 94)
      let report = Conformance.Report(repeated: Array(repeating: once, count: rounds))
      return CheckScreen(.plain, Invocation(["lab"])).closing(report)
    }
    #expect(closing(20).contains("94 lives (each 20 times)"))
    #expect(!closing(1).contains("times"))
  }

  @Test("shows a remark, which is a failure only if requested")
  func remarks() {
    let finding = RuleFinding.holds("fine", [], remark: "64 of them take a minute")
    let report = Conformance.Report(subject: "A()", [(.manyAtOnce, .init(finding: finding))])
    func text(_ format: ReportFormat, _ isStrict: Bool) -> String {
      format.text(report, isStrict: isStrict) { place }
    }
    for format in ReportFormat.allCases {
      #expect(text(format, false).contains("64 of them take a minute"))
    }
    #expect(text(.junit, false).contains("failures=\"0\""))
    #expect(text(.junit, true).contains("failures=\"1\""))
    #expect(text(.github, false).hasPrefix("::warning "))
    #expect(text(.github, true).hasPrefix("::error "))
  }
}
