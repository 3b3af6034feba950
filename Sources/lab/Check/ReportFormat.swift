import OperationTesting

/// What build servers show: a report in the words of one of them.
enum ReportFormat: String, CaseIterable {
  /// An XML file of test results, a test for each rule.
  case junit
  /// Annotations of GitHub's, a line for each cause.
  case github

  /// - Parameters:
  ///   - file: the file that findings without a line of their own belong to.
  ///   - isStrict: whether a remark is a failure, too.
  func text(_ report: ConformanceReport, file: String, isStrict: Bool = false) -> String {
    switch self {
    case .junit: Self.junit(report, isStrict)
    case .github: Self.github(report, file: file, isStrict)
    }
  }

  private static func junit(_ report: ConformanceReport, _ isStrict: Bool) -> String {
    let cases = report.results.map { result in
      let head =
        "    <testcase classname=\"\(xml(report.subject))\" name=\"\(xml(result.rule.id))\""
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

  private static func github(
    _ report: ConformanceReport, file: String, _ isStrict: Bool
  ) -> String {
    let causes = report.causes.map { cause in
      let frame = cause.result.ruling.stacks.first?.first { !$0.file.isEmpty }
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
    let remarks = report.remarks.map { result in
      "::\(isStrict ? "error" : "warning") file=\(property(file)),title=\(property(result.rule.id))"
        + " remark::" + message("\(result.remark ?? ""). Mend: \(result.cure)")
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
