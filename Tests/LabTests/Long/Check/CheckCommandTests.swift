import Foundation
import OperationCourse
import OperationLab
import OperationBench
import Testing

@testable import LabKit

@Suite("lab check", .longPlan, .repeatable, .elsewhere)
struct CheckCommandTests {
  @Test("passes a sound subclass with status 0")
  func sound() throws {
    let result = try Fixture(Fixture.sound).check("--make", "Sound(work: probe.begin)")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("\nPassed: "))
    #expect(result.errors.isEmpty)
  }

  @Test("names the broken rule, what was seen, the cost and the cure, with status 1")
  func broken() throws {
    let result = try Fixture(Fixture.bareReturn)
      .check("--make", "BareReturn(work: probe.begin)", "--rule", "cancel-before-enqueue")
    #expect(result.status == 1)
    #expect(result.lines.contains("✗ cancel-before-enqueue: broken"))
    for label in ["  Done: ", "  Seen: ", "  Cost: ", "  Mend: ", "  Read: "] {
      #expect(result.lines.contains { $0.hasPrefix(label) }, "\(label) in \(result.output)")
    }
    #expect(result.errors.isEmpty)
  }

  @Test("lets the compiler's messages point at the expression, with status 65")
  func badExpression() throws {
    let result = try Fixture(Fixture.sound).check("--make", "Sound(wrok: probe.begin)")
    #expect(result.status == 65)
    #expect(result.errors.hasPrefix("EXPR:1:6: error: "), "\(result.errors)")
    #expect(result.errors.contains("\nSound(wrok: probe.begin)\n"))
    #expect(!result.errors.contains("LabCheckDriver"), "\(result.errors)")
  }

  @Test("says what is wrong with several statements of which the last returns nothing")
  func statements() throws {
    let make = "Sound(work: probe.begin); Sound(work: probe.begin)"
    let result = try Fixture(Fixture.sound).check("--make", make)
    #expect(result.status == 65)
    #expect(result.errors.contains("missing return"), "\(result.errors)")
    #expect(result.errors.contains("the last must say return"), "\(result.errors)")
  }

  @Test("refuses an expression of another type, with status 65")
  func wrongType() throws {
    let result = try Fixture(Fixture.sound).check("--make", "3 + 4")
    #expect(result.status == 65)
    #expect(result.errors.contains("EXPR:1:3: error: "), "\(result.errors)")
  }

  @Test("lets the compiler's messages point at the file, with status 65")
  func badFile() throws {
    let fixture = try Fixture(
      "import Foundation\nclass Bad: Operation { let number: Int = \"\" }\n")
    let result = try fixture.check("--make", "Bad()")
    #expect(result.status == 65)
    #expect(result.errors.contains("\(fixture.path):2:42: error: "), "\(result.errors)")
    #expect(!result.errors.contains("LabCheckDriver"), "\(result.errors)")
  }

  @Test("compiles old code that names a type as the kit does, with two files")
  func nameClash() throws {
    let base = try Fixture(
      "import Foundation\nclass Probe: Operation {}\nstruct Battery {}\nstruct Subject {}\n",
      named: "Base.swift")
    let result = try Fixture("class Mine: Probe {}").check(
      base.path, "--make", "Mine()", "--rule", "starts-fresh")
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("needs no home folder that it can write, and neither does an exercise")
  func homeless() throws {
    let home = ["HOME": "/dev/null"]
    let words = ["--make", "Sound(work: probe.begin)", "--rule", "starts-fresh"]
    let result = try Fixture(Fixture.sound).check(words, environment: home)
    #expect(result.status == 0, "\(result.errors)")
    let suggested = try Fixture(Fixture.sound).check(environment: home)
    #expect(
      suggested.status == 0 || !suggested.errors.contains("ModuleCache"), "\(suggested.errors)")
    let folder = try TemporaryFolder()
    let place = ["--dir", folder.url.path, "--state", folder.url.path + "/state"]
    _ = try LabProcess(arguments: ["exercise", "2"] + place, environment: home).run()
    let verdict = try LabProcess(arguments: ["verify", "2"] + place, environment: home).run()
    #expect(verdict.status == 1, "\(verdict.errors)")
  }

  @Test("names the lesson that stops the work, where a class finishes at once when cancelled")
  func remark() throws {
    let exercise = try #require(Exercises.find("18"))
    let fixture = try Fixture(ExerciseSource(exercise: exercise).solution())
    let make = "Download(connect: { end in probe.begin { end(true) }; return {} })"
    let result = try fixture.check("--make", make, "--rule", "cancel-while-running")
    let words = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(result.status == 0 && words.contains("its work goes on"), "\(result.output)")
    #expect(words.contains("as lesson 18 does with a transfer, leave it as it is"), "\(words)")
  }

  @Test(
    "takes a hang, a trap and an early exit for findings",
    arguments: [
      ("while true {}", "still busy"), ("fatalError(\"boom\")", ": boom"),
      ("exit(3)", "status 3"),
    ])
  func violentEnding(_ body: String, _ seen: String) throws {
    let result = try Fixture(
      "import Foundation\nclass A: Operation { override func main() { \(body) } }"
    )
    .check("--make", "A()", "--rule", "completes-in-a-queue", "--timeout", "1")
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.output.contains(seen), "\(result.output)")
  }

  /// Without its root, Swift's runtime makes no report of its own, as on a machine that is too busy.
  @Test(
    "names the line that waits for a semaphore, also without a report of Swift's",
    .enabled(if: Self.hasSymbolizer), arguments: [[:], ["SWIFT_ROOT": "/nonexistent"]])
  func waitingLine(_ environment: [String: String]) throws {
    let fixture = try Fixture(
      """
      import Foundation
      class Patient: Operation {
        private let done = DispatchSemaphore(value: 0)
        override func cancel() {
          super.cancel()
          done.wait()
        }
      }
      """)
    let result = try fixture.check(
      "--make", "Patient()", "--rule", "cancel-sets-cancelled", environment: environment)
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.output.contains("a wait for a semaphore or a condition"), "\(result.output)")
    #expect(result.output.contains("Patient.cancel() at Subject.swift:6"), "\(result.output)")
  }

  @Test(
    "shows the message of a trap and the line, cost and cure that are the trap's",
    .enabled(if: Self.hasSymbolizer))
  func trapFirst() throws {
    let name = "IsGoneWhenItsWorkEnds"
    let words = ["--make", "\(name)(work: probe.begin)", "--rule", "is-released"]
    let files = SubjectFolder.paths(["BrokenCauses", "SoundLock"])
    let result = try LabProcess(arguments: ["check"] + files + words).run()
    #expect(result.status == 1, "\(result.errors)")
    let seen = try #require(result.output.range(of: "Seen: Attempted to read an unowned"))
    let line = try #require(result.output.range(of: "in closure #1 in \(name).start()"))
    let done = try #require(result.output.range(of: "Done: "))
    #expect(seen.lowerBound < line.lowerBound && line.lowerBound < done.lowerBound)
    #expect(!result.output.contains("stays in memory"), "\(result.output)")
  }

  @Test("shows the line of a trap that only some orders reach", .enabled(if: Self.hasSymbolizer))
  func trapInAnOrder() throws {
    let fixture = try Fixture(
      Fixture.sound + """

        final class AsksFirst: Sound {
          private let lock = NSLock()
          private var isOver = false
          override func cancel() {
            super.cancel()
            if isExecuting { finish() }
          }
          override func set(_ executing: Bool, _ finished: Bool) {
            if finished { finish() } else { super.set(executing, finished) }
          }
          private func finish() {
            if lock.withLock({ isOver }) { return }
            lock.withLock {
              precondition(!isOver, "over twice")
              isOver = true
            }
            super.set(false, true)
          }
        }
        """)
    let result = try fixture.check(
      "--make", "AsksFirst(work: probe.begin)", "--rule", "survives-races")
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.output.contains("over twice"), "\(result.output)")
    #expect(result.output.contains("in AsksFirst.finish() at Subject.swift:"), "\(result.output)")
  }

  @Test(
    "shows every thread that stands in the file when it hangs", .enabled(if: Self.hasSymbolizer))
  func everyThread() throws {
    let fixture = try Fixture(
      Fixture.sound + """

        final class Keeps: Operation {
          let begin: (@escaping () -> Void) -> Void
          let lock = NSLock()
          init(_ work: @escaping (@escaping () -> Void) -> Void) { begin = work }
          override var isFinished: Bool {
            lock.withLock { super.isFinished }
          }
          override func main() {
            lock.lock()
            let isOver = DispatchSemaphore(value: 0)
            begin { isOver.signal() }
            lock.lock()
          }
        }
        """)
    let result = try fixture.check("--make", "Keeps(probe.begin)", "--rule", "completes-in-a-queue")
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.output.contains("Keeps.isFinished.getter at Subject.swift"), "\(result.output)")
    #expect(result.output.contains("Keeps.main() at Subject.swift"), "\(result.output)")
    #expect(!result.output.contains("SteppedLock"), "\(result.output)")
  }

  @Test(
    "leaves undecided a crash that is known to be Foundation's, and names the page",
    .enabled(if: Platform.current == .linux, "there it does not crash"))
  func knownCrash() throws {
    let fixture = try Fixture(
      Fixture.sound + """

        final class Group: Sound {
          let parts = OperationQueue()
          override func start() {
            if isCancelled { return set(false, true) }
            set(true, false)
            let (first, second) = (Sound(work: work), BlockOperation {})
            let last = BlockOperation { [weak self] in self?.set(false, true) }
            second.addDependency(first)
            last.addDependency(second)
            parts.addOperations([first, second, last], waitUntilFinished: false)
          }
          override func cancel() {
            super.cancel()
            parts.cancelAllOperations()
            if isExecuting { set(false, true) }
          }
        }
        """)
    let result = try fixture.check(
      "--make", "Group(work: probe.begin)", "--rule", "cancel-while-running")
    #expect(result.output.contains("? cancel-while-running: undecided"), "\(result.output)")
    #expect(result.output.contains("lab read differences"), "\(result.output)")
  }

  @Test("passes with a remark what would not stand misuse, unless it is strict")
  func strict() throws {
    let source = Fixture.sound.replacing("flags.executing || flags.finished", with: "false")
    let fixture = try Fixture(source)
    let words = ["--make", "Sound(work: probe.begin)", "--rule", "works-once"]
    let result = try LabProcess(arguments: ["check", fixture.path] + words).run()
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("Remark (works-once): "))
    #expect(result.output.contains("1 of 1 rule kept, 1 remark"))
    let strict = try LabProcess(arguments: ["check", fixture.path, "--strict"] + words).run()
    #expect(strict.status == 1)
  }

  private static let hasSymbolizer =
    Platform.current == .linux && (try? SubjectCompiler(sanitizes: false).symbolizer) != nil

  @Test(
    "names the line in which a race ended the process",
    .enabled(if: Platform.current == .linux, "there Swift reports crashes by itself"))
  func racyTrap() throws {
    let fixture = try Fixture(
      """
      import Foundation
      class Jumpy: Operation {
        private var isStarting = false
        override func start() {
          isStarting = true
          _ = isCancelled
          isStarting = false
          super.start()
        }
        override func cancel() {
          super.cancel()
          precondition(!isStarting, "cancelled while it starts")
        }
      }
      """)
    let result = try fixture.check("--make", "Jumpy()", "--rule", "survives-races")
    #expect(result.status == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains("cancelled while it starts"), "\(result.output)")
    #expect(result.output.contains("Jumpy.cancel() at Subject.swift:12"), "\(result.output)")
  }

  @Test("waits for work that sleeps or comes back by a timer")
  func timers() throws {
    let source = """
      import Foundation
      class Naps: Operation {
        override func main() {
          let condition = NSCondition()
          condition.withLock { _ = condition.wait(until: Date(timeIntervalSinceNow: 0.05)) }
        }
      }
      class Waits: Sound {
        init() {
          super.init { done in
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.3) { done() }
          }
        }
      }
      \(Fixture.sound)
      """
    let fixture = try Fixture(source)
    for expression in ["Naps()", "Waits()"] {
      let result = try fixture.check("--make", expression, "--rule", "completes-in-a-queue")
      #expect(result.status == 0, "\(expression): \(result.output)")
    }
  }

  /// One that waits in `main()`, one whose timer never fires, one whose `start()` returns bare, and
  /// one that keeps waiting when it is cancelled.
  @Test(
    "reads the cause from the trial, with the line that hangs and the cure for that",
    .enabled(if: Self.hasSymbolizer),
    arguments: [
      (
        "class A: Operation { override func main() { DispatchSemaphore(value: 0).wait() } }", "A()",
        "completes-in-a-queue", "A.main() at Subject.swift:29", "Look where the thread waits"
      ),
      (
        """
        class A: Sound {
          override func start() {
            set(true, false)
            _ = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: false) { _ in super.start() }
          }
        }
        """, "A(work: probe.begin)",
        "completes-in-a-queue", "it never began its work", "needs a run loop that turns"
      ),
      (
        "class A: Operation { override func start() {} }", "A()", "completes-in-a-queue",
        "left it neither executing nor finished", "Look at each return in start()"
      ),
      (
        """
        class A: Operation {
          let begin: (@escaping () -> Void) -> Void
          init(work: @escaping (@escaping () -> Void) -> Void) { begin = work }
          override func main() {
            let group = DispatchGroup()
            group.enter()
            begin { if !self.isCancelled { group.leave() } }
            group.wait()
          }
        }
        """, "A(work: probe.begin)",
        "cancel-while-running", "A.main() at Subject.swift:36", "Look where the thread waits"
      ),
    ])
  func cause(_ body: String, _ make: String, _ rule: String, _ seen: String, _ cure: String) throws
  {
    let fixture = try Fixture(Fixture.sound + "\n" + body)
    let result = try fixture.check("--make", make, "--rule", rule)
    #expect(result.status == 1, "\(result.errors)")
    let text = result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains(seen), "\(result.output)")
    #expect(text.contains(cure), "\(result.output)")
    #expect(!text.contains("in main at"), "\(result.output)")
  }

  @Test(
    "checks nothing where the expression ends the process, with status 65",
    arguments: [
      ("Needs(0)", "nothing there", "in Needs.init(_:) at Subject.swift:4"),
      ("Needs(try! fails())", "unexpectedly raised an error", "in EXPR:1"),
      ("Needs([1].map { $0 }[2])", "Index out of range", "in EXPR:1"),
      ("exit(0)", "it ended the process with status 0", ""),
      ("Needs.only", "gives the same operation each time. Make a new one", ""),
    ])
  func makesNone(_ make: String, _ seen: String, _ place: String) throws {
    let fixture = try Fixture(
      """
      import Foundation
      final class Needs: Operation, @unchecked Sendable {
        init(_ count: Int) {
          precondition(count > 0, "nothing there")
        }
        static let only = Needs(1)
      }
      func fails() throws -> Int { throw CocoaError(.featureUnsupported) }
      """)
    let result = try fixture.check("--make", make)
    #expect(result.status == 65, "\(result.output)")
    #expect(result.errors.hasPrefix("lab: nothing was checked"), "\(result.errors)")
    #expect(result.errors.contains(seen), "\(result.errors)")
    #expect(!Self.hasSymbolizer || result.errors.hasSuffix(place + "\n"), "\(result.errors)")
    #expect(!result.output.contains("broken"), "\(result.output)")
  }

  @Test("counts the rounds in which a rule breaks")
  func repeats() throws {
    let result = try Fixture("import Foundation\nclass A: Operation { override func start() {} }")
      .check("--make", "A()", "--rule", "completes-by-hand", "--repeat", "3")
    #expect(result.status == 1)
    #expect(result.lines.contains("✗ completes-by-hand: broken in 3 of 3 rounds"))
  }

  @Test("suggests an expression for each subclass when it is given none")
  func suggests() throws {
    let fixture = try Fixture(Fixture.sound)
    let result = try fixture.check()
    #expect(result.status == 64)
    #expect(
      result.lines.contains {
        $0.hasSuffix("lab check \(fixture.path) --make 'Sound(work: probe.begin)'")
      },
      "\(result.output)")
  }

  @Test("compiles a file for Apple's platforms, where Foundation brings transfers with it")
  func networking() throws {
    let source = Fixture.sound + "\nextension Sound { var session: URLSession? { nil } }\n"
    let result = try Fixture(source).check(
      "--make", "Sound(work: probe.begin)", "--rule", "starts-fresh")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test("names the first line of the file for an expression that names no class of it")
  func placeOfNoClass() throws {
    let fixture = try Fixture(
      Fixture.sound + """

        func make(_ begin: @escaping (@escaping () -> Void) -> Void) -> Operation { Busy(work: begin) }
        class Busy: Sound { override var isExecuting: Bool { true } }
        """)
    func check(_ expression: String) throws -> LabProcess.Result {
      try fixture.check(
        "--make", expression, "--rule", "starts-fresh", "--format", "github")
    }
    let made = try check("make(probe.begin)")
    #expect(made.output.hasPrefix("::error file=\(fixture.path),line=1,"), "\(made.output)")
    let named = try check("Busy(work: probe.begin)")
    #expect(!named.output.contains("line=1,"), "\(named.output)")
  }

  @Test("finds data races with file and line")
  func sanitizes() throws {
    let racy = Fixture.sound.replacing("lock.withLock { flags.finished }", with: "flags.finished")
    let result = try Fixture(racy).check(
      "--make", "Sound(work: probe.begin)", "--rule", "survives-races", "--sanitize")
    #expect(result.status == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains("no-data-races: broken"))
    #expect(result.output.contains(/Subject.swift:\d+ (writes|reads) what Subject.swift:\d+/))
  }

  @Test("keeps within the columns of the screen", arguments: [80, 60, 40])
  func fitsScreen(_ columns: Int) throws {
    let result = try Fixture(Fixture.bareReturn).check(
      "--make", "BareReturn(work: probe.begin)", "--rule", "cancel-before-start",
      environment: ["COLUMNS": "\(columns)", "LC_ALL": "C"])
    #expect(result.status == 1)
    // Only a command that one copies stays whole.
    let commands = result.lines.filter { $0.contains("--make") }
    #expect(commands.count == 1)
    for line in result.lines where !commands.contains(line) {
      #expect(line.count <= columns, "\(line)")
    }
    #expect(!result.output.contains { !$0.isASCII })
  }

  @Test("refuses what it cannot use in one line that says what to do")
  func refusals() throws {
    let fixture = try Fixture(Fixture.sound)
    let text = try Fixture("hello", named: "notes.txt")
    let cases: [(words: [String], status: Int32, hint: String)] = [
      (["check"], 64, "lab check FILE.swift"),
      (["check", fixture.path, "--rule", "cancel-befor-start"], 64, "'cancel-before-start'"),
      (["check", fixture.path, "--repeat", "0"], 64, "whole number"),
      (["check", fixture.path, "--swift-version", "7"], 64, "It is one of 5, 6"),
      (["check", text.path], 64, ".swift"),
      (["check", "/nowhere/A.swift", "--make", "A()"], 66, "no such file"),
      (["check", fixture.folder.path, "--make", "A()"], 66, "folder"),
    ]
    for (words, status, hint) in cases {
      let result = try LabProcess(arguments: words).run()
      #expect(result.status == status, "\(words)")
      #expect(result.output.isEmpty && result.errors.hasPrefix("lab: "))
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(result.errors.contains(hint), "\(result.errors)")
    }
  }

  /// Says `no child` when there is none any more. A process that was killed may need a moment to go.
  private static let awaitsEnd = """
    for _ in $(seq 12000); do
      state=$(ps -p $child -o stat=)
      case "$state" in "" | Z*) state="no child"; break ;; esac
      sleep 0.05
    done
    echo "$state"
    """

  @Test("on an interrupt ends with status 130, its child and its folder gone")
  func interrupt() throws {
    let spinning = """
      import Foundation
      class Spins: Operation {
        override func main() {
          let fifo = ProcessInfo.processInfo.environment["FIFO"]!
          FileHandle(forWritingAtPath: fifo)!.write(Data("\\(getpid())\\n".utf8))
          while true {}
        }
      }
      """
    let fixture = try Fixture(spinning)
    let result = try LabProcess.shell(
      """
      cd '\(fixture.folder.path)' && mkfifo fifo && mkdir temporary
      FIFO=fifo TMPDIR=$PWD/temporary "$LAB" check Subject.swift --make 'Spins()' --timeout 60 &
      lab=$!
      read child < fifo
      kill -INT $lab
      wait $lab; echo "status $?"
      ls temporary
      \(Self.awaitsEnd)
      """)
    #expect(result.lines.suffix(3) == ["status 130", "no child", ""], "\(result)")
  }

  /// The compiler gives what it starts a process group of its own, and that writes into the folder.
  @Test(
    "on an interrupt ends what the compiler has started, too, before it removes its folder",
    .enabled(if: Platform.current == .linux))
  func interruptCompiler() throws {
    let fixture = try Fixture("class Idle: Operation {}")
    let result = try LabProcess.shell(
      """
      cd '\(fixture.folder.path)' && mkfifo fifo && mkdir temporary
      cat > compiler <<'END'
      #!/bin/sh
      set -m
      sh -c 'echo $$ > "$FIFO"; while :; do mkdir -p "$TMPDIR/objects"; done' &
      wait
      END
      chmod +x compiler
      FIFO=$PWD/fifo TMPDIR=$PWD/temporary SWIFT_EXEC=$PWD/compiler \
        "$LAB" check Subject.swift --make 'Idle()' &
      lab=$!
      read child < fifo
      kill -INT $lab
      wait $lab; echo "status $?"
      ls temporary
      \(Self.awaitsEnd)
      """)
    #expect(result.lines.suffix(3) == ["status 130", "no child", ""], "\(result)")
  }
}
