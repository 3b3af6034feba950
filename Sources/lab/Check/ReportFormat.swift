import OperationCourse
import OperationBench
import OperationTesting

/// A report in the format of a build server.
enum ReportFormat: String, CaseIterable {
  /// An XML file of test results, a test for each rule.
  case junit
  /// Annotations of GitHub's, a line for each cause.
  case github

  /// - Parameters:
  ///   - isStrict: whether a remark is a failure, too.
  ///   - place: gives the place of the class, if the format needs it. Findings without a line of
  ///     their own belong there.
  func text<Fault: Error>(
    _ report: Conformance.Report, isStrict: Bool = false, at place: () throws(Fault) -> SourcePlace
  ) throws(Fault) -> String {
    switch self {
    case .junit: Self.junit(report, isStrict)
    case .github: Self.github(report, at: try place(), isStrict)
    }
  }

  private static func junit(_ report: Conformance.Report, _ isStrict: Bool) -> String {
    let cases = report.results.map { result in
      let head =
        "    <testcase classname=\"\(xml(report.subject))\" name=\"\(xml(result.rule.id))\" "
        + "time=\"\(seconds(in: result))\""
      switch result.ruling.verdict {
      case .holds:
        guard let remark = result.remark else { return head + "/>" }
        let text = "\(xml(remark))\nCost: \(xml(result.cost))\nMend: \(xml(result.cure))"
        return head + ">\n      "
          + (isStrict
            ? "<failure type=\"remark\" message=\"\(xml(remark))\">\(text)</failure>"
            : "<system-out>Remark: \(text)</system-out>") + "\n    </testcase>"
      case .broken:
        return head + ">\n      <failure message=\"\(xml(result.ruling.why))\">"
          + "\(xml(result.description))</failure>\n    </testcase>"
      case .undecided:
        return head + ">\n      <skipped message=\"\(xml(result.ruling.why))\"/>\n    </testcase>"
      }
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
        <testsuite name="lab check" tests="\(report.results.count)" \
      failures="\(report.failures.count + (isStrict ? report.remarks.count : 0))" skipped="\(report.undecided.count)">
      \(cases.joined(separator: "\n"))
        </testsuite>
      </testsuites>
      """
  }

  /// The time from the first to the last event of the rule's life, such as `0.250`.
  private static func seconds(in result: Conformance.Report.Result) -> String {
    let nanoseconds = result.run?.trace.events.last?.ns ?? 0
    let milliseconds = nanoseconds / 1_000_000
    return "\(milliseconds / 1_000).\(String(1_000 + milliseconds % 1_000).dropFirst())"
  }

  private static func github(
    _ report: Conformance.Report, at place: SourcePlace, _ isStrict: Bool
  ) -> String {
    let causes = report.causes.map { cause in
      let frame = cause.result.ruling.stacks.first?.first { !$0.file.isEmpty }
      let symptoms =
        cause.symptoms.isEmpty
        ? "" : " (explains \(cause.symptoms.map(\.rule.id).joined(separator: ", ")))"
      let own = frame.map { SourcePlace(file: $0.file, line: $0.line) } ?? place
      let text =
        "\(cause.result.rule.statement) Seen: \(cause.result.ruling.why)\(symptoms). "
        + "Mend: \(cause.result.cure)"
      return "::error \(property(own)),title=\(property(cause.result.rule.id))::\(message(text))"
    }
    let open = report.undecided.map { result in
      "::notice \(property(place)),title=\(property(result.rule.id)) undecided::"
        + message(result.ruling.why)
    }
    let remarks = report.remarks.map { result in
      "::\(isStrict ? "error" : "warning") \(property(place)),title=\(property(result.rule.id))"
        + " remark::" + message("\(result.remark ?? ""). Mend: \(result.cure)")
    }
    return (causes + open + remarks).joined(separator: "\n")
  }

  /// Escapes the characters that a GitHub command may not contain.
  private static func message(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ place: SourcePlace) -> String {
    "file=\(property(place.file)),line=\(place.line)"
  }

  private static func property(_ text: String) -> String {
    message(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  private static func xml(_ text: String) -> String {
    // Control characters cannot be written in XML at all.
    let scalars = text.unicodeScalars.filter { $0.value >= 32 || $0 == "\n" }
    return TimelineMarkup.escaped(String(String.UnicodeScalarView(scalars)))
  }
}

/// A line of a source file.
struct SourcePlace: Equatable {
  let file: String
  /// Counted from 1.
  let line: Int
}
