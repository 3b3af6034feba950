import Foundation
import OperationCourse
import Testing

@testable import LabKit

private let canTryPagers =
  (try? LabProcess.shell("for p in bash less more setsid; do command -v $p || exit 1; done"))?
  .status == 0

/// A shell with job control in a terminal, as a user has it: only there a pager is stopped that does
/// not belong to the terminal's group.
@Suite(
  "lab read in a terminal", .longPlan, .repeatable, .elsewhere,
  .enabled(if: canTryPagers, "it needs bash, less, more and setsid (apt-get install less)"))
struct PagerTests {
  /// The lines of the page that begin two screens.
  private static func lines() throws -> (first: String, second: String) {
    let page = try PageText.render(Checkout.page(of: #require(Lessons.find("3"))), on: .plain)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return (lines[0], try #require(lines[25...40].first { $0.count > 40 }))
  }

  /// A terminal in which the first screen of the page is shown.
  private static func reading(
    _ pager: String?, by command: String = "\"$LAB\" read 3"
  ) throws -> (LabTerminal, modes: [tcflag_t]) {
    let terminal = try LabTerminal(shellWith: pager.map { ["PAGER": $0] } ?? [:])
    _ = try #require(terminal.wait(for: "ready> "))
    let modes = terminal.modes
    try terminal.press("\(command)\n")
    _ = try #require(terminal.wait(for: "Enter shows the rest"))
    try terminal.press("\n")
    let shown = try #require(terminal.wait(for: prompt(of: pager)))
    #expect(try shown.contains(lines().first))
    return (terminal, modes)
  }

  /// With this the pager asks for a key.
  private static func prompt(of pager: String?) -> String {
    pager == "more" ? "--More--" : ":\u{1B}[K"
  }

  /// Reading ends before the fix, and the next command that is typed is taken whole.
  private static func leaveBeforeTheFix(_ terminal: LabTerminal, _ modes: [tcflag_t]) throws {
    let shown = try expectLeft(terminal, modes)
    #expect(shown.contains("Mend it first"))
  }

  /// Returns what came until the shell was there again: both may come in one piece.
  @discardableResult
  private static func expectLeft(
    _ terminal: LabTerminal, _ modes: [tcflag_t]
  ) throws -> String {
    let shown = try #require(terminal.wait(for: "ready> "))
    #expect(terminal.modes == modes)
    try terminal.press("echo \"status $?\"\n")
    #expect(terminal.wait(for: "status 0") != nil)
    return shown
  }

  @Test(
    "turns pages by a key, is left with q, and gives the terminal back",
    arguments: [nil, "less -R", "more"])
  func turns(_ pager: String?) throws {
    let (terminal, modes) = try Self.reading(pager)
    try terminal.press(" ")
    _ = try #require(terminal.wait(for: Self.lines().second))
    try terminal.press("q")
    try Self.leaveBeforeTheFix(terminal, modes)
  }

  @Test("begins a list that is longer than the screen with its first line, as a page")
  func lists() throws {
    let terminal = try LabTerminal(shellWith: ["PAGER": "less"])
    _ = try #require(terminal.wait(for: "ready> "))
    let modes = terminal.modes
    try terminal.press("\"$LAB\" list\n")
    let shown = try #require(terminal.wait(for: Self.prompt(of: "less")))
    #expect(shown.contains("first-steps") && !shown.contains("width-and-blocking"))
    try terminal.press("q")
    try Self.expectLeft(terminal, modes)
  }

  @Test("leaves Ctrl-C to the pager: less goes on")
  func interrupted() throws {
    let (terminal, modes) = try Self.reading("less")
    try terminal.press("\u{3}")
    _ = try #require(terminal.wait(for: Self.prompt(of: "less")))
    try terminal.press(" ")
    _ = try #require(terminal.wait(for: Self.lines().second))
    try terminal.press("q")
    try Self.leaveBeforeTheFix(terminal, modes)
  }

  @Test("leaves Ctrl-C to the pager: more ends, and the terminal is as before")
  func interruptedEnds() throws {
    let (terminal, modes) = try Self.reading("more")
    // It notices that with the next key.
    try terminal.press("\u{3} ")
    try Self.leaveBeforeTheFix(terminal, modes)
  }

  /// Not with `more`: that of util-linux 2.38 stops again after `fg`, also without lab.
  @Test("stops on Ctrl-Z, and goes on with fg")
  func stops() throws {
    let (terminal, modes) = try Self.reading("less")
    try terminal.press("\u{1A}")
    #expect(try #require(terminal.wait(for: "ready> ")).contains("Stopped"))
    #expect(terminal.modes == modes)
    try terminal.press("fg\n")
    _ = try #require(terminal.wait(for: Self.prompt(of: "less")))
    try terminal.press(" ")
    _ = try #require(terminal.wait(for: Self.lines().second))
    try terminal.press("q")
    try Self.leaveBeforeTheFix(terminal, modes)
  }

  /// If lab stopped before this pager, `fg` would come too early for it.
  @Test("stops after its pager, which takes long for that, and goes on with it")
  func stopsLast() throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let pager = folder.url.appendingPathComponent("pager")
    try """
    trap 'sleep 0.5; kill -STOP $$; echo it goes on' TSTP
    cat >/dev/null
    echo it reads
    while true; do sleep 60 & wait; done
    """.write(to: pager, atomically: true, encoding: .utf8)
    let terminal = try LabTerminal(shellWith: ["PAGER": "bash \(pager.path)"])
    _ = try #require(terminal.wait(for: "ready> "))
    let modes = terminal.modes
    try terminal.press("\"$LAB\" read 3 --all\n")
    _ = try #require(terminal.wait(for: "it reads"))
    try terminal.press("\u{1A}")
    _ = try #require(terminal.wait(for: "ready> "))
    try terminal.press("fg\n")
    _ = try #require(terminal.wait(for: "it goes on"))
    try terminal.press("\u{3}")
    try Self.expectLeft(terminal, modes)
  }

  @Test("ends its pager when it is asked to terminate")
  func terminates() throws {
    let (terminal, modes) = try Self.reading(
      "less", by: "sh -c 'echo number $$.; exec \"$LAB\" read 3'")
    let match = try #require(terminal.sent.firstMatch(of: /number (\d+)\./))
    // Only lab: the rest of its job is the pager's.
    kill(try #require(pid_t(match.output.1)), SIGTERM)
    _ = try #require(terminal.wait(for: "ready> "))
    #expect(terminal.modes == modes)
    try terminal.press("echo \"status $?\"\n")
    #expect(terminal.wait(for: "status 130") != nil)
  }

  @Test(
    "shows signs and not their bytes where no locale is set, unless the reader chose a character set",
    arguments: [nil, "ascii"])
  func signs(_ chosen: String?) throws {
    let terminal = try LabTerminal(
      shellWith: ["PAGER": "less", "LANG": ""].merging(
        chosen.map { ["LESSCHARSET": $0] } ?? [:]
      ) { $1 })
    _ = try #require(terminal.wait(for: "ready> "))
    let modes = terminal.modes
    try terminal.press("unset LANG LC_ALL LC_CTYPE; \"$LAB\" read 3 --lang zh --all\n")
    let shown = try #require(terminal.wait(for: Self.prompt(of: "less")))
    #expect(shown.contains("<E5>") == (chosen != nil) && shown.contains("操作") == (chosen == nil))
    try terminal.press("q")
    try Self.expectLeft(terminal, modes)
  }

  @Test("shows the page at once where there is no such pager")
  func missing() throws {
    let terminal = try LabTerminal(shellWith: ["PAGER": "no-such-pager -x"])
    _ = try #require(terminal.wait(for: "ready> "))
    try terminal.press("\"$LAB\" read 3 --all\n")
    let shown = try Self.expectLeft(terminal, terminal.modes)
    #expect(try shown.contains(Self.lines().second))
  }
}
