/// By what the threads of a checked class may wait for each other, as far as its files name it.
struct SubjectWaiting {
  /// What is a point when the class is explored, such as `NSLock`.
  let points: [String]
  /// What is none, such as `DispatchSemaphore`: what is done with it happens in no chosen order.
  let others: [String]

  /// - Parameters:
  ///   - sources: the text of the class's files.
  ///   - shadow: what was compiled beside them.
  init(_ sources: [String], beside shadow: ShadowFile) {
    // A word in a string counts, too: rather one too many than a claim too much.
    let words: Set<String> = sources.reduce(into: []) { words, source in
      words.formUnion(source.replacing(/\/\/[^\n]*/, with: "").words)
    }
    func used(_ pieces: [ShadowFile.Piece]) -> [String] {
      pieces.flatMap { $0.names.intersection(words) }.sorted()
    }
    let known = ShadowFile.points.used(in: words).pieces
    points = used(known.filter(shadow.pieces.contains))
    others =
      used(known.filter { !shadow.pieces.contains($0) })
      + words.filter { word in
        Self.others.contains(word) || Self.families.contains { word.hasPrefix($0) }
      }.sorted()
  }

  /// Whether these files may use a clock, as far as they name one.
  static func mayUseClocks(_ words: Set<String>) -> Bool {
    words.contains { word in
      ["after", "timer", "schedule", "sleep", "timeout", "deadline", "clock"].contains {
        word.lowercased().contains($0)
      }
    }
  }

  private static let others: Set<String> = [
    "NSConditionLock", "NSDistributedLock", "DispatchSemaphore", "DispatchGroup",
    "DispatchQueue", "DispatchWorkItem", "Atomic", "ManagedAtomic", "OSAllocatedUnfairLock",
    "objc_sync_enter", "actor",
  ]
  /// What the names of many functions begin with.
  private static let families = ["pthread_", "os_unfair_lock", "OSAtomic", "atomic_"]
}
