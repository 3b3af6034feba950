import Foundation
import Testing

@testable import LabShared

@Suite("The language of a page of the site", .repeatable, .elsewhere)
struct PageLanguageTests {
  private static let hasNode = (try? LabProcess.shell("command -v node"))?.status == 0

  /// A page as a browser has it, with what docc's own script does to it.
  @Test(
    "is that of its text, whatever docc's script says, and also after a link to another page",
    .enabled(if: hasNode, "it needs node"))
  func language() throws {
    let file = LabProcess.checkout.appendingPathComponent("Scripts/page-language.js")
    let script = try String(contentsOf: file, encoding: .utf8)
    let browser = """
      const root = {
        lang: "en-US", observers: [],
        getAttribute() { return this.lang },
        setAttribute(name, value) { this.lang = value; this.observers.forEach((body) => body()) },
      };
      const head = { observers: [] };
      globalThis.document = { documentElement: root, head };
      globalThis.location = { pathname: "/documentation/operationlab/lesson-3-zh" };
      globalThis.MutationObserver = class {
        constructor(body) { this.body = body }
        observe(node) { node.observers.push(this.body) }
      };
      \(script)
      const seen = [root.lang];
      root.setAttribute("lang", "en-US");
      seen.push(root.lang);
      for (const page of ["lesson-3", "lesson-3-zh/"]) {
        location.pathname = "/kit/documentation/operationlab/" + page;
        head.observers.forEach((body) => body());
        seen.push(root.lang);
      }
      console.log(seen.join(" "));
      """
    let folder = try TemporaryFolder()
    let program = folder.url.appendingPathComponent("page.js")
    try browser.write(to: program, atomically: false, encoding: .utf8)
    let result = try LabProcess.shell("node '\(program.path)'")
    #expect(result.output == "zh-Hans zh-Hans en-US zh-Hans\n", "\(result.errors)")
  }

  @Test("is set in the script that docc puts into every page")
  func appended() throws {
    let file = LabProcess.checkout.appendingPathComponent("Scripts/book")
    let book = try String(contentsOf: file, encoding: .utf8)
    #expect(book.contains("cat Scripts/page-language.js"))
  }
}
