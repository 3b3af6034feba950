import Foundation
import Testing

@testable import OperationTesting
@testable import LabShared
@testable import lab

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("A report for build servers", .repeatable)
struct ReportFormatTests {
  private func result(
    _ rule: Rule, _ verdict: Ruling.Verdict, _ reason: Ruling.Reason, at line: Int? = nil
  ) -> Conformance.Report.Result {
    var ruling = Ruling(verdict, reason, [])
    if let line { ruling.stacks = [[StackFrame(function: "start()", file: "B.swift", line: line)]] }
    return Conformance.Report.Result(
      rule, [Conformance.Report.Round(runs: [], ruling: ruling)])
  }

  private let place = SourcePlace(file: "A.swift", line: 4)

  private var report: Conformance.Report {
    Conformance.Report(
      subject: "A { <\"&\"> }",
      results: [
        result(.startsFresh, .holds, "fine"),
        result(.cancelReturns, .broken, "50 % late,\nand <worse>", at: 7),
        result(.isReleased, .undecided, "not seen"),
      ])
  }

  @Test("is well-formed XML with a test for each rule, whatever the words are")
  func junit() throws {
    let text = ReportFormat.junit.text(report) { place }
    let reader = Reader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    #expect(parser.parse(), "\(text)")
    #expect(reader.elements.filter { $0 == "testcase" }.count == 3)
    #expect(reader.elements.contains("failure") && reader.elements.contains("skipped"))
    #expect(
      reader.messages
        == ["50 % late,\nand <worse>", "not seen"].map { $0.replacing("\n", with: " ") })
    #expect(reader.suite["tests"] == "3" && reader.suite["failures"] == "1")
  }

  @Test("shows a remark, which is a failure only if requested")
  func remarks() {
    var ruling = Ruling(.holds, "fine", [])
    ruling.remark = "64 of them take a minute"
    let result = Conformance.Report.Result(
      .manyAtOnce, [Conformance.Report.Round(runs: [], ruling: ruling)])
    let report = Conformance.Report(subject: "A()", results: [result])
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

  @Test("is one annotation a line, with file and line, and percent signs and ends of lines told")
  func github() throws {
    let lines = ReportFormat.github.text(report) { place }.split(separator: "\n")
    #expect(lines.count == 2)
    let error = try #require(lines.first)
    #expect(error.hasPrefix("::error file=B.swift,line=7,title=cancel-returns::"))
    #expect(error.contains("50 %25 late,%0Aand <worse>"))
    #expect(
      lines.last?.hasPrefix("::notice file=A.swift,line=4,title=is-released undecided::") == true)
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [String] = []
    var messages: [String] = []
    var suite: [String: String] = [:]

    func parser(
      _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements.append(element)
      if element == "testsuite" { suite = attributes }
      if let message = attributes["message"] { messages.append(message) }
    }
  }
}
