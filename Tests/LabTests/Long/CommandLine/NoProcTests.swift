import Testing

/// Swift reads the words of a command from `/proc`.
@Suite("lab without /proc", .longPlan, .repeatable, .elsewhere)
struct NoProcTests {
  private static let hide = "unshare -m sh -c 'mount -t tmpfs none /proc && "
  private static let canHide = (try? LabProcess.shell(hide + "true'"))?.status == 0

  @Test(
    "says in a line that it cannot read the words, and does none of the work",
    .enabled(if: canHide, "it needs to be root, and unshare"),
    arguments: ["check X.swift", "list", ""])
  func refuses(_ words: String) throws {
    let result = try LabProcess.shell(Self.hide + "\"$LAB\" \(words)'")
    #expect(result.status == 66, "\(result.output)")
    #expect(result.output.isEmpty)
    #expect(
      result.errors.split(separator: "\n").count == 1 && result.errors.contains("/proc is missing"))
  }
}
