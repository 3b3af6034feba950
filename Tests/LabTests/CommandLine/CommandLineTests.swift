import Foundation
import OperationCourse
import OperationDoctor
import Testing

@testable import LabKit

@Suite("The command line", .repeatable, .elsewhere)
struct CommandLineTests {
  @Test("says what this is and what to do next when called alone")
  func welcome() throws {
    let result = try LabProcess.run()
    #expect(result.status == 0)
    // Three things, and where the others are.
    for command in ["lesson 0", "quiz", "check --help", "--help"] {
      #expect(result.lines.contains { $0.hasSuffix(": swift run lab \(command)") }, "\(command)")
    }
    #expect(result.lines.count { $0.contains("swift run lab") } == 4)
    #expect(result.errors.isEmpty)
  }

  @Test(
    "refuses what it does not know in one line on standard error, with the nearest match",
    arguments: [
      (["lessn", "3"], "lesson"), (["find", "CustomOperatoin"], "CustomOperation"),
      (["lesson", "missing-finsh"], "missing-finish"),
      (["lesson", "3", "--program", "articel"], "article"),
      (["lesson", "3", "--jsno"], "--json"),
      (["clams"], "claims"),
      (["claims", "--leson", "3"], "--lesson"),
    ])
  func suggests(_ words: [String], _ nearest: String) throws {
    let result = try LabProcess(arguments: words).run()
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.errors.contains("Did you mean '\(nearest)'?"), "\(result.errors)")
  }

  @Test(
    "refuses bad values and operands with status 64 and one line",
    arguments: [
      ["lesson"], ["lesson", "99"], ["lesson", "-1"], ["lesson", "zzz"], ["lesson", "3", "4"],
      ["lesson", "3", "--timeout"], ["lesson", "3", "--timeout", "soon"],
      ["lesson", "3", "--timeout", "0"], ["lesson", "3", "--timeout", "1e9"],
      ["lesson", "3", "--timeout", "nan"], ["lesson", "3", "--json=yes"],
      ["lesson", "3", "--program"], ["lesson", "3", "--export", "trace.doc"],
      ["read"], ["read", "99"], ["list", "3"], ["claims", "--lesson", "99"], ["claims", "3"],
      ["list", "--route", "long"], ["find", "frobnicate"], ["frobnicate"], ["--frobnicate"],
      ["__host"], [""],
    ])
  func refuses(_ words: [String]) throws {
    let result = try LabProcess(arguments: words).run()
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("lab: "))
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
  }

  @Test("leads from every name of an article to programs that are there")
  func finds() throws {
    #expect(ArticleIndex.entries.count > 35)
    for entry in ArticleIndex.entries {
      #expect(entry.article.hasPrefix("Article ") && !entry.found.isEmpty, "\(entry.words)")
      for name in entry.names { #expect(!ArticleIndex.search(name).isEmpty, "\(name)") }
      for place in entry.places {
        let lesson = try #require(Lessons.find("\(place.lesson)"))
        let program = place.program.map { lesson.program(named: $0) != nil }
        #expect(program ?? true, "\(entry.words): \(place)")
      }
    }
    for (text, words) in [
      ("removeDependency", "A10"), ("坑点", "B03c"), ("一锤子买卖", "NSBlockOperation"),
      ("with respect to the thread", "C03b"), ("递归锁", "E04"),
    ] {
      let result = try LabProcess.run("find", text)
      #expect(result.status == 0)
      #expect(result.output.contains(words) && result.output.contains("lab lesson"), "\(text)")
    }
    #expect(try LabProcess.run("find", "坑点", "--lang", "zh").lines[0].hasPrefix("文章 B："))
    let result = try LabProcess.run("find", "customoperation")
    #expect(result.status == 0)
    #expect(result.lines[0].hasPrefix("Article C: CustomOperation, two lines of log"))
    #expect(result.output.contains("lab lesson 3 --program article\n"))
  }

  @Test("says with each verdict on macOS what it rests on", arguments: ["KVO", "isReady", "main"])
  func grounds(_ text: String) {
    for language in Language.allCases {
      let found = ArticleIndex.search(text, in: language).map(\.found).joined(separator: "\n")
      let verdicts = found.matches(of: /macOS(: |：)\S+?( \(|（|\.|。)/)
      #expect(
        !verdicts.isEmpty && verdicts.allSatisfy { [" (", "（"].contains($0.output.2) }, "\(found)")
    }
  }

  @Test("lists a short route in its own order")
  func route() throws {
    let result = try LabProcess.run("list", "--route", "short")
    let numbers = result.lines.compactMap { $0.prefixMatch(of: #/ *(\d+)  /#)?.output.1 }
    #expect(numbers == ["0", "1", "9", "6", "3", "11", "12", "14", "10"])
  }

  @Test("fits a screen of 24 rows and 80 columns, in both languages", arguments: ["en", "zh"])
  func fits(_ language: String) throws {
    for words in [["--help"], ["list"], []] {
      let lines = try LabProcess(arguments: words + ["--lang", language]).run().lines
      // The last one is where the shell asks for the next command.
      #expect(
        lines.count <= 24 && lines.allSatisfy { TerminalText.columns("\($0)") <= 80 }, "\(lines)")
    }
    let all = try LabProcess.run("help", "all").output
    #expect(all.contains("--sanitize") && all.contains("Exit status:"))
  }

  @Test("explains a command, also as help COMMAND")
  func helpOf() throws {
    let help = try LabProcess.run("help", "lesson")
    #expect(try help.output == LabProcess.run("lesson", "--help").output)
  }

  @Test("says its release, which is the newest one in the changelog")
  func release() throws {
    let result = try LabProcess.run("--version")
    #expect(result.status == 0)
    let root = try #require(Checkout.root)
    let changes = try String(
      contentsOf: root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
    let newest = try #require(changes.firstMatch(of: #/\n## (\d+\.\d+\.\d+) /#)).output.1
    #expect(result.output == "lab \(newest)\n")
  }

  @Test("shows the page of differences in the terminal")
  func differences() throws {
    let result = try LabProcess.run("read", "differences")
    #expect(result.status == 0)
    #expect(Differences.all.allSatisfy { result.output.contains($0.program) })
  }

  @Test(
    "shows help for every command on standard output",
    arguments: ["list", "lesson", "read", "claims"])
  func helps(_ command: String) throws {
    let result = try LabProcess.run(command, "--help")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("usage: lab \(command)"))
  }

  @Test("lists every lesson, and on a narrow screen also its title", arguments: ["en", "zh"])
  func lists(_ language: String) throws {
    let zh = language == "zh"
    for columns in ["120", "40"] {
      let words = ["list", "--lang", language]
      let result = try LabProcess(arguments: words, environment: ["COLUMNS": columns]).run()
      #expect(result.status == 0)
      for lesson in [Lessons.first] + Lessons.all {
        let title = lesson.title(in: zh ? .chinese : .english)
        let names = columns == "40" ? [lesson.slug, title] : [zh ? title : lesson.slug]
        for name in names { #expect(result.output.unwrapped.contains(name), "\(name)") }
      }
    }
  }

  @Test("takes a lesson by number and by name", arguments: ["4", "cancel-ignores-dependencies"])
  func findsLesson(_ name: String) throws {
    let result = try LabProcess.run("lesson", name)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("Lesson 4: "))
  }

  @Test(
    "ends quietly, and never with 0, when the reader of a pipe goes away",
    arguments: [
      ["list"], ["lesson", "3"],
    ])
  func closedPipe(_ words: [String]) throws {
    let result = try LabProcess(arguments: words).runWithoutReader()
    #expect(result.status == 141)
    #expect(result.errors.isEmpty)
  }

  @Test("shows what the reader wants when it goes away after that")
  func readerWithEnough() throws {
    let result = try LabProcess.shell("\"$LAB\" lesson 3 | head -1")
    #expect(result.status == 0)
    #expect(result.lines.first?.hasPrefix("Lesson 3") == true)
    #expect(result.errors.isEmpty)
  }

  @Test("writes no control characters into a pipe", arguments: ["80", "60", "20"])
  func plainInPipe(_ columns: String) throws {
    let result = try LabProcess(
      arguments: ["lesson", "3"], environment: ["COLUMNS": columns, "TERM": "xterm-256color"]
    ).run()
    #expect(result.status == 0)
    #expect(!result.output.contains { $0.isASCII && $0 != "\n" && $0.asciiValue ?? 0 < 32 })
  }

  @Test("keeps within the columns of the screen", arguments: [80, 60, 40, 20])
  func fitsScreen(_ columns: Int) throws {
    let result = try LabProcess(
      arguments: ["lesson", "3"], environment: ["COLUMNS": "\(columns)"]
    ).run()
    #expect(result.status == 0)
    // Commands are there to be copied: they are never broken.
    for line in result.lines where !line.contains("swift run lab ") {
      #expect(line.count <= columns, "\(line)")
    }
  }

  @Test("uses only ASCII where the locale asks for it")
  func ascii() throws {
    let result = try LabProcess(
      arguments: ["lesson", "3"], environment: ["LC_ALL": "C", "TERM": "dumb"]
    ).run()
    #expect(result.status == 0)
    #expect(!result.output.contains { !$0.isASCII })
  }

  @Test("ends with status 130 on an interrupt, and leaves no child behind")
  func interrupt() throws {
    // It runs every program.
    let result = try LabProcess.shell(
      """
      "$LAB" claims > /dev/null & lab=$!
      while kill -0 $lab && ! pgrep -P $lab > /dev/null; do :; done
      kill -INT $lab
      wait $lab; echo "status $?"
      pgrep -P $lab || echo "no child"
      """)
    #expect(result.lines.prefix(2) == ["status 130", "no child"])
  }
}
