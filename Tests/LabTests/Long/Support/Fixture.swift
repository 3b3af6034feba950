import Foundation

@testable import LabKit

/// A Swift file to check, in a folder of its own that goes with it.
final class Fixture {
  private let own: TemporaryFolder
  let path: String
  var folder: URL { own.url }

  init(_ source: String, named name: String = "Subject.swift") throws {
    own = try TemporaryFolder()
    let file = own.url.appendingPathComponent(name)
    try source.write(to: file, atomically: true, encoding: .utf8)
    path = file.path
  }

  /// Checks the file with the real command.
  func check(_ words: String..., environment: [String: String] = [:]) throws -> LabProcess.Result {
    try check(words, environment: environment)
  }

  func check(_ words: [String], environment: [String: String] = [:]) throws -> LabProcess.Result {
    try LabProcess(arguments: ["check", path] + words, environment: environment).run()
  }

  /// An asynchronous operation in the old style, sound, with a hook for mistakes.
  static func asynchronous(_ name: String, start: String) -> String {
    """
    import Foundation

    class \(name): Operation {
      let work: (@escaping () -> Void) -> Void
      private let lock = NSLock()
      private var flags = (executing: false, finished: false)

      init(work: @escaping (@escaping () -> Void) -> Void) { self.work = work }

      override var isAsynchronous: Bool { true }
      override var isExecuting: Bool { lock.withLock { flags.executing } }
      override var isFinished: Bool { lock.withLock { flags.finished } }

      override func start() {
        \(start)
        if lock.withLock({ flags.executing || flags.finished }) { return }
        set(true, false)
        work { self.set(false, true) }
      }

      func set(_ executing: Bool, _ finished: Bool) {
        willChangeValue(forKey: "isExecuting")
        willChangeValue(forKey: "isFinished")
        lock.withLock { flags = (executing, finished) }
        didChangeValue(forKey: "isFinished")
        didChangeValue(forKey: "isExecuting")
      }
    }
    """
  }

  static let sound = asynchronous("Sound", start: "if isCancelled { return set(false, true) }")
  /// Leaves without a word when it is cancelled.
  static let bareReturn = asynchronous("BareReturn", start: "if isCancelled { return }")
}
