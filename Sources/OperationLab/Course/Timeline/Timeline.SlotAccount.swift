extension Timeline {
  /// Counts the slots of one queue through a run.
  struct SlotAccount {
    /// What is known of the slot in which an operation started.
    enum Slot {
      /// There was always room.
      case open
      /// The end of that operation, at that place, freed the only one.
      case freed(by: String, at: Int)
      /// Several were free, or nobody saw when; all of them since that place at the latest.
      case oneOfSeveral(since: Int)
      /// By the trace there was none: somebody ended without a sign.
      case unknown
    }

    private let width: Int
    private var holders: Set<String> = []
    /// Ends since the queue was last full.
    private var freed: [(subject: String, release: Life.Release)] = []

    /// - Parameter width: how many operations may run together; negative for any number.
    init(width: Int) {
      self.width = width
    }

    mutating func start(_ subject: String) -> Slot {
      guard width >= 0 else { return .open }
      let free = width - holders.count
      holders.insert(subject)
      defer { if holders.count >= width { freed = [] } }
      guard free > 0 else { return .unknown }
      guard let last = freed.last else { return .open }
      // An end that was only seen may have come long before.
      return free == 1 && freed.count == 1 && last.release.isExact
        ? .freed(by: last.subject, at: last.release.place)
        : .oneOfSeveral(since: last.release.place)
    }

    mutating func end(_ subject: String, with release: Life.Release) {
      guard width >= 0 else { return }
      let wasFull = holders.count == width
      guard holders.remove(subject) != nil else { return }
      if wasFull || !freed.isEmpty { freed.append((subject, release)) }
    }
  }
}
