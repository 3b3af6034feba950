import Foundation
import Synchronization
import Testing

@testable import OperationLab
@testable import OperationBench

@Suite("A child process", .repeatable)
struct ChildProcessTests {
  @Test("says with which status it exited", arguments: [0, 1, 64, 255] as [Int32])
  func exitStatus(_ status: Int32) async throws {
    let (result, lines) = try await run("exit \(status)")
    #expect(result == ChildProcess.Result(ending: .exited(status), errorText: ""))
    #expect(lines == [])
  }

  @Test("says which signal ended it", arguments: [SIGTERM, SIGKILL, SIGILL])
  func signal(_ signal: Int32) async throws {
    #expect(try await run("kill -\(signal) $$").result.ending == .signalled(signal))
  }

  @Test("has no signal blocked, whatever the thread that starts it blocks")
  func signalMask() async throws {
    let ending = try await elsewhere {
      var terminate = sigset_t()
      sigemptyset(&terminate)
      sigaddset(&terminate, SIGTERM)
      pthread_sigmask(SIG_BLOCK, &terminate, nil)
      let child = ChildProcess(
        executable: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "kill -TERM $$; exit 0"])
      return try child.run(deadline: longEnough).ending
    }
    #expect(ending == .signalled(SIGTERM))
  }

  @Test("is killed at its deadline, which is how it ended")
  func deadline() async throws {
    // Standard input stays open and empty, so a read from it blocks forever.
    let (result, lines) = try await run(
      "echo out; echo err >&2; read forever; echo late", deadline: .milliseconds(50))
    #expect(result.ending == .deadline)
    // It may have been killed before it wrote anything.
    #expect(["", "err\n"].contains(result.errorText))
    #expect([[], ["out"]].contains(lines))
  }

  @Test("is gone once it was killed")
  func killed() async throws {
    var (lines, deadline) = ([String](), Duration.milliseconds(100))
    // It may have been killed before it could say its number.
    while lines.isEmpty {
      lines = try await run("echo $$; read forever", deadline: deadline).lines
      deadline *= 2
    }
    let number = try #require(Int32(lines[0]))
    #expect(kill(number, 0) != 0 && errno == ESRCH)
  }

  @Test("cannot be signalled after its number may have been given to another process")
  func reaped() async throws {
    let child = ChildProcess(
      executable: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", "echo $$"])
    let line = Locked("")
    let isForgotten = try await elsewhere {
      let running = try child.start(
        Lines { text in line.withLock { $0 = String(decoding: text, as: UTF8.self) } }, Text())
      defer { running.close() }
      // It is not closed, and ends by itself.
      var patience = Deadline(longEnough)
      while line.withLock({ $0.isEmpty }), !patience.isOver() {
        _ = Latch().wait(deadline: .milliseconds(5))
      }
      let number = Int32(line.withLock { $0 }) ?? 0
      while kill(number, 0) == 0, !patience.isOver() {
        _ = Latch().wait(deadline: .milliseconds(5))
      }
      return kill(number, 0) != 0 && !ChildProcess.running.contains(number)
    }
    #expect(isForgotten)
  }

  @Test("reports its end while another process is running that has closed all its files")
  func othersEnd() async throws {
    // It closes all that it has inherited but goes on. Foundation's `Process` takes that for its end
    // on Linux, and waits for it before it looks at any other.
    let first = ChildProcess(
      executable: URL(fileURLWithPath: "/bin/bash"),
      arguments: [
        "-c", "for n in {3..255}; do eval \"exec $n>&-\"; done; echo $$; read forever",
      ])
    let number = Mutex<Int32?>(nil)
    let isClosed = Latch()
    async let ending = elsewhere {
      try first.run(deadline: longEnough) { line in
        number.withLock { $0 = Int32(String(decoding: line, as: UTF8.self)) }
        isClosed.open()
      }.ending
    }
    try await elsewhere { _ = isClosed.wait(deadline: longEnough) }
    #expect(try await run("exit 3", deadline: longEnough).result.ending == .exited(3))
    kill(try #require(number.withLock { $0 }), SIGKILL)
    #expect(try await ending == .signalled(SIGKILL))
  }

  @Test("inherits no files but its first three")
  func files() async throws {
    // The shell's own is the folder that it reads.
    let lines = try await run("ls /dev/fd").lines.compactMap { Int($0) }
    #expect(lines.prefix(3) == [0, 1, 2])
    #expect(lines.count <= 4)
  }

  @Test("starts in the folder that it was given, with its arguments as they are")
  func folder() async throws {
    var child = ChildProcess(
      executable: URL(fileURLWithPath: "/bin/sh"),
      arguments: ["-c", #"pwd -P; printf '[%s]' "$@""#, "sh", "a b", "", "$x", "*", "'"])
    child.folder = URL(fileURLWithPath: "/usr/bin")
    let place = child.folder?.resolvingSymlinksInPath().path
    let lines = try await lines(of: child).lines
    #expect(lines == [place, "[a b][][$x][*][']"])
  }

  @Test("takes its own children with it when it is killed")
  func family() async throws {
    let fifo = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    #expect(mkfifo(fifo.path, 0o600) == 0)
    defer { unlink(fifo.path) }
    let script = "exec 3<>'\(fifo.path)'; head -c 1 <&3 & echo begun; read forever"
    var (lines, deadline) = ([String](), Duration.milliseconds(100))
    while lines.isEmpty {
      lines = try await run(script, deadline: deadline).lines
      deadline *= 2
    }
    // Opening the pipe for writing fails once no process reads it.
    var patience = Deadline(longEnough)
    var writer = open(fifo.path, O_WRONLY | O_NONBLOCK)
    while writer >= 0, !patience.isOver() {
      close(writer)
      _ = Latch().wait(deadline: .milliseconds(10))
      writer = open(fifo.path, O_WRONLY | O_NONBLOCK)
    }
    #expect(writer < 0)
    if writer >= 0 {
      // Ends the child.
      _ = write(writer, "x", 1)
      close(writer)
    }
  }

  @Test("gives each line as it comes, empty ones and a last one without an end too")
  func lines() async throws {
    #expect(try await run(#"printf 'one\n\ntwo\nthree'"#).lines == ["one", "", "two", "three"])
  }

  @Test("keeps its standard error apart, whatever bytes it has")
  func errorText() async throws {
    let (result, lines) = try await run(#"printf 'a\377b' >&2; echo c"#)
    #expect(result.errorText == "a\u{FFFD}b")
    #expect(lines == ["c"])
  }

  @Test("neither blocks nor loses anything when it writes megabytes to both streams at once")
  func muchOutput() async throws {
    let script = """
      (yes 0123456789 | head -n 200000) &
      (yes abcdefghijkl | head -n 200000 >&2) &
      wait
      """
    let (result, lines) = try await run(script)
    #expect(result.ending == .exited(0))
    #expect(lines.count == 200_000)
    #expect(lines.allSatisfy { $0 == "0123456789" })
    #expect(result.errorText.utf8.count == 200_000 * 13)
  }

  @Test("that does not exist is an error in one line, which names it")
  func missing() async throws {
    let child = ChildProcess(
      executable: URL(fileURLWithPath: "/nowhere/at/all"), arguments: [])
    let error = try #require(await #expect(throws: NotStarted.self) { try await lines(of: child) })
    #expect("\(error)".hasPrefix("'/nowhere/at/all' does not start: "))
    #expect(!error.reason.contains("\n") && error.reason.count > 5)
  }

  private func run(
    _ script: String, deadline: Duration = longEnough
  ) async throws -> (result: ChildProcess.Result, lines: [String]) {
    let child = ChildProcess(
      executable: URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", script])
    return try await lines(of: child, deadline: deadline)
  }

  @discardableResult
  private func lines(
    of child: ChildProcess, deadline: Duration = longEnough
  ) async throws -> (result: ChildProcess.Result, lines: [String]) {
    let lines = Mutex<[String]>([])
    let result = try await elsewhere {
      try child.run(deadline: deadline) { line in
        lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) }
      }
    }
    return (result, lines.withLock { $0 })
  }
}

@Suite("Cutting into lines", .repeatable)
struct LinesTests {
  @Test("gives the same lines however the bytes arrive", arguments: 1...8)
  func anyPieces(_ size: Int) {
    let bytes = Data("one\n\ntwo\nthr\u{E9}e\nlast".utf8)
    let cut = Mutex<[String]>([])
    var lines = Lines { line in cut.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
    var rest = bytes[...]
    while !rest.isEmpty {
      lines.receive(Data(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    lines.end()
    #expect(cut.withLock { $0 } == ["one", "", "two", "thr\u{E9}e", "last"])
  }

  @Test("invents no line at the end")
  func noneInvented() {
    let cut = Mutex<[Data]>([])
    var lines = Lines { line in cut.withLock { $0.append(line) } }
    lines.receive(Data("a\n".utf8))
    lines.end()
    #expect(cut.withLock { $0 } == [Data("a".utf8)])
  }
}
