import Foundation
import OperationLab
import Testing

/// Full disks, closed descriptors and missing places around any command.
@Suite("lab in hostile surroundings", .longPlan, .repeatable, .elsewhere)
struct HostileSurroundingsTests {
  static let hasFullDisk = FileManager.default.fileExists(atPath: "/dev/full")
  static let commands = [
    "list", "lesson 1", "read 1", "progress", "claims --lesson 1", "--help",
    "exercise --list",
  ]

  @Test(
    "says in one line that the output takes no more", .enabled(if: hasFullDisk),
    arguments: commands, [">/dev/full", ">&-"])
  func fullOutput(_ command: String, _ output: String) throws {
    let result = try LabProcess.shell("\"$LAB\" \(command) \(output)")
    #expect(result.status == 66)
    #expect(result.errors.hasPrefix("lab: cannot write the output: "))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test(
    "keeps its exit status when messages go nowhere", .enabled(if: hasFullDisk),
    arguments: ["2>/dev/full", "2>&-"])
  func fullErrors(_ output: String) throws {
    #expect(try LabProcess.shell("\"$LAB\" nonsense \(output)").status == 64)
    #expect(try LabProcess.shell("\"$LAB\" list \(output) <&-").status == 0)
  }

  @Test("writes no message into a file when standard output is closed")
  func closedOutput() throws {
    try withFolder { folder throws in
      let file = folder.appending(path: "x.json")
      let result = try LabProcess.shell(
        "\"$LAB\" lesson 1 --json --export '\(file.path)' >&- 2>&-")
      #expect(result.status == 66)
      #expect(try names(in: folder) == [])
    }
  }

  @Test(
    "exports to nothing but a plain file, and leaves the rest as it is",
    arguments: ["ln -s target x.txt", "ln target x.txt", "mkfifo x.txt", "mkdir x.txt"])
  func hostileExport(_ trap: String) throws {
    try withFolder { folder throws in
      let result = try LabProcess.shell(
        "cd '\(folder.path)' && echo mine >target && \(trap) && \"$LAB\" lesson 1 --export x.txt")
      #expect(result.status == 1)
      #expect(result.output == "")
      #expect(result.errors.hasPrefix("lab: cannot write x.txt: it is a"))
      #expect(try names(in: folder) == ["target", "x.txt"])
      #expect(try Data(contentsOf: folder.appending(path: "target")) == Data("mine\n".utf8))
    }
  }

  @Test(
    "keeps progress in nothing but a plain file",
    arguments: ["ln -s target state", "ln target state", "mkfifo state"])
  func hostileState(_ trap: String) throws {
    try withFolder { folder throws in
      let result = try LabProcess.shell(
        "cd '\(folder.path)' && echo mine >target && \(trap) && \"$LAB\" hint 1 --state state")
      #expect(result.status == 1)
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(try Data(contentsOf: folder.appending(path: "target")) == Data("mine\n".utf8))
    }
  }

  @Test("follows no link in the folder of the learner's work")
  func hostileWork() throws {
    try withFolder { folder throws in
      let result = try LabProcess.shell(
        """
        cd '\(folder.path)' && mkdir outside && "$LAB" exercise 1 --dir first >/dev/null && \
        mkdir second && ln -s ../outside "second/$(ls first)" && "$LAB" exercise 1 --dir second
        """)
      #expect(result.status == 1)
      #expect(result.errors.contains("is a symbolic link, and no folder"))
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(try names(in: folder.appending(path: "outside")) == [])
    }
  }

  @Test("needs no HOME, and says so when its progress has no place")
  func noHome() throws {
    let shell = "env -u HOME -u XDG_STATE_HOME \"$LAB\" list >/dev/null"
    #expect(try LabProcess.shell(shell).status == 0)
    let result = try LabProcess.shell("HOME=/dev/null XDG_STATE_HOME= \"$LAB\" hint 1")
    #expect(result.status == 66)
    #expect(result.errors.hasPrefix("lab: cannot write your progress to /dev/null/"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test("says that temporary files have no place, and makes none", arguments: ["lesson 21"])
  func noTemporaryPlace(_ command: String) throws {
    try withFolder { folder throws in
      let place = folder.appending(path: "missing")
      let result = try LabProcess.shell("TMPDIR='\(place.path)' \"$LAB\" \(command)")
      #expect(result.status == 70)
      #expect(result.errors.contains("Set TMPDIR"))
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(try names(in: folder) == [])
    }
  }

  @Test("works when it is started from elsewhere, by a link")
  func startedByALink() throws {
    try withFolder { folder throws in
      let result = try LabProcess.shell(
        "cd '\(folder.path)' && ln -s \"$LAB\" tool && ./tool read 1 >/dev/null && ./tool lesson 1")
      #expect(result.status == 0)
      #expect(result.errors == "")
    }
  }

  @Test("says in one line that it may open too few files", arguments: [10, 24])
  func fewFiles(_ limit: Int) throws {
    let result = try LabProcess.shell("ulimit -n \(limit); \"$LAB\" lesson 1")
    #expect(result.status == 70)
    #expect(result.errors.contains("opens no more files. Raise the limit"))
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(try LabProcess.shell("ulimit -n \(limit); \"$LAB\" list").status == 0)
  }

  @Test(
    "is right or says in one line why not with little memory",
    .enabled(if: Platform.current == .linux, "elsewhere memory has no such limit"))
  func littleMemory() throws {
    let result = try LabProcess.shell("ulimit -v 200000; \"$LAB\" lesson 1")
    #expect([0, 70].contains(result.status))
    #expect(result.errors.split(separator: "\n").count == (result.status == 0 ? 0 : 1))
    #expect(try LabProcess.shell("ulimit -v 200000; \"$LAB\" list").status == 0)
  }

  @Test(
    "needs the pages and the texts of its checkout, and says so",
    .enabled(if: (try? LabProcess.shell("unshare -rm true"))?.status == 0),
    arguments: ["lesson 1", "list", "read 1", "exercise 1", "hint 1"])
  func checkoutGone(_ command: String) throws {
    try withFolder { folder throws in
      // Another mount hides the checkout from one process and its children.
      let result = try LabProcess.shell(
        """
        cp "$LAB" '\(folder.path)/tool' && exec unshare -rm sh -c \
          'mount -t tmpfs none "$0" && cd / && exec "$@"' "$ROOT" '\(folder.path)/tool' \(command)
        """, environment: ["ROOT": LabProcess.checkout.path])
      #expect(result.status == 66)
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }
}
