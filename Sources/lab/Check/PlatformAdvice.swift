/// Advice for code that compiles only on Apple's platforms, from the compiler's messages.
struct PlatformAdvice {
  /// A sentence for each place that is explained, in the order of the messages.
  let lines: [String]

  init(_ messages: String) {
    var (order, places): ([String], [String: [String]]) = ([], [:])
    let isObjectiveC = messages.contains(#/(?m)^(@interface|@implementation|#import) /#)
    let all = messages.split(whereSeparator: \.isNewline)
    for (message, source) in zip(all, all.dropFirst() + [""]) {
      guard let match = message.firstMatch(of: /^(\S.*?:\d+):\d+: error: (.*)$/),
        !match.output.1.contains(Driver.fileName)
      else { continue }
      let place = String(match.output.1)
      // Only the line of source has the name of what overrides nothing.
      let words = match.output.2 + (match.output.2.contains("not override") ? source : "")
      guard let advice = Self.advice(on: String(words)) else { continue }
      let says = isObjectiveC ? Self.objectiveC : advice
      if places[says] == nil { order.append(says) }
      if places[says]?.contains(place) != true { places[says, default: []].append(place) }
    }
    lines = order.map { says in
      let all = places[says] ?? []
      let more = all.count < 2 || isObjectiveC ? "" : " (and \(all.count - 1) more)"
      return "\(all[0])\(more): \(says)"
    }
  }

  /// What to do about a message of the compiler's. `nil` if nothing more can be said.
  static func advice(on message: String) -> String? {
    advice.first { $0.words.contains(where: message.contains) }?.says
  }

  /// The messages without those on the file that lab adds.
  static func own(_ messages: String) -> String {
    var isOwn = true
    return messages.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      if line.contains(#/^\S.*?:\d+:\d+: (error|warning|note): /#) {
        isOwn = !line.prefix { $0 != ":" }.hasSuffix(Driver.fileName)
      }
      return isOwn
    }.joined(separator: "\n")
  }

  private static let objectiveC =
    "this is Objective-C, and lab checks classes of Swift. Write a small subclass of it in Swift, on a Mac"

  private static let has = "canImport"

  /// Words of the compiler's, and what to say where one of them stands.
  private static let advice: [(words: [String], says: String)] = [
    (
      ["does not support concurrency"],
      "an operation is made without waiting: no 'await' in EXPR. Give the class an initialiser that is "
        + "not async, for what an operation has to wait for belongs into its work"
    ),
    (["missing return"], "of several statements the last must say return: return operation"),
    (["cannot find type"], "if another file declares that type, name that file, too"),
    (
      ["Objective-C interoperability is disabled"],
      "@objc is for Apple's platforms only. Put '#if \(has)(ObjectiveC)' around it. Do not leave it out "
        + "where 'dynamic' or keyPathsForValuesAffecting… reports the state: queues there would not hear of it"
    ),
    (["'#selector'"], "#selector is for Apple's platforms only. Pass a closure instead"),
    (
      ["keyPathsForValuesAffecting"],
      "there is no key-value observing here. Post isExecuting and isFinished yourself, with "
        + "didChangeValue(forKey:)"
    ),
    (
      ["'#keyPath'"],
      "#keyPath is for Apple's platforms only. Write the key as a string, \"isFinished\""
    ),
    (
      ["isConcurrent"],
      "isConcurrent has gone from Foundation here. Override isAsynchronous, which means the same"
    ),
    (
      ["in extension", "declared in extensions cannot"],
      "here an override must stand in the class itself, not in an extension. Move it"
    ),
    (
      ["no such module 'os"],
      "os is Apple's only. Put '#if \(has)(os)' around it, and use NSLock or Mutex instead of "
        + "its locks"
    ),
    (
      ["OSAllocatedUnfairLock", "os_unfair_lock"],
      "this lock is Apple's only. Use NSLock, or Mutex of Synchronization"
    ),
    appleOnly("Combine"),
    appleOnly("UIKit"),
    (
      ["no such module"],
      "this module is not here: if it is a dependency of a package, check the class where it lives, "
        + "with 'Conformance.check' in a test. If it is Apple's, put '#if \(has)(…)' around what uses it"
    ),
    (
      ["'autoreleasepool'"],
      "autoreleasepool is for Apple's platforms only. Call the body without it"
    ),
    (
      ["top-level code", "expressions are not allowed at the top level"],
      "a checked program begins in lab's own code. Move what stands outside of all declarations "
        + "into a function, or leave that file out"
    ),
    (
      ["@main", "'main' attribute"],
      "a program has one @main, and lab brings its own. Put '#if !CHECKED' around yours: lab "
        + "defines CHECKED"
    ),
  ]

  private static func appleOnly(_ module: String) -> (words: [String], says: String) {
    (
      ["no such module '\(module)'"],
      "\(module) is Apple's only. Put '#if \(has)(\(module))' around what uses it"
    )
  }
}
