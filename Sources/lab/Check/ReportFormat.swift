import OperationTesting

/// What build servers show: a report in the words of one of them.
enum ReportFormat: String, CaseIterable {
  /// An XML file of test results, a test for each rule.
  case junit
  /// Annotations of GitHub's, a line for each cause.
  case github

  /// - Parameter file: the file that findings without a line of their own belong to.
  func text(_ report: ConformanceReport, file: String) -> String {
    switch self {
    case .junit: Self.junit(report)
    case .github: Self.github(report, file: file)
    }
  }

  private static func junit(_ report: ConformanceReport) -> String {
    let cases = report.results.map { result in
      let head =
        "    <testcase classname=\"\(xml(report.subject))\" name=\"\(xml(result.rule.id))\""
      switch result.ruling.verdict {
      case .holds: return head + "/>"
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
      failures="\(report.failures.count)" skipped="\(report.undecided.count)">
      \(cases.joined(separator: "\n"))
        </testsuite>
      </testsuites>
      """
  }

  private static func github(_ report: ConformanceReport, file: String) -> String {
    let causes = report.causes.map { cause in
      let frame = cause.result.ruling.stack.first { !$0.file.isEmpty }
      let symptoms =
        cause.symptoms.isEmpty
        ? "" : " (explains \(cause.symptoms.map(\.rule.id).joined(separator: ", ")))"
      let place = "file=\(property(frame?.file ?? file))" + (frame.map { ",line=\($0.line)" } ?? "")
      let text =
        "\(cause.result.rule.statement) Seen: \(cause.result.ruling.why)\(symptoms). "
        + "Mend: \(cause.result.cure)"
      return "::error \(place),title=\(property(cause.result.rule.id))::\(message(text))"
    }
    let open = report.undecided.map { result in
      "::notice file=\(property(file)),title=\(property(result.rule.id)) undecided::"
        + message(result.ruling.why)
    }
    let remarks = report.results.compactMap { result in
      result.ruling.remark.map {
        "::notice file=\(property(file)),title=\(property(result.rule.id))::\(message($0))"
      }
    }
    return (causes + open + remarks).joined(separator: "\n")
  }

  /// What a line of a command of GitHub's may not hold as it is.
  private static func message(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    message(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  private static func xml(_ text: String) -> String {
    let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    // Control characters cannot be written in XML at all.
    return String(
      String.UnicodeScalarView(escaped.unicodeScalars.filter { $0.value >= 32 || $0 == "\n" }))
  }
}
