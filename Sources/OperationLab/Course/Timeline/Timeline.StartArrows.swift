extension Timeline {
  /// Finds what let each operation of a queue start, and who held its slots.
  struct StartArrows {
    private(set) var arrows: [Arrow] = []
    private(set) var queues: [Queue] = []
    private let records: Records

    init(_ records: Records) {
      self.records = records
      for name in records.queueNames {
        guard let queue = records.queues[name] else { continue }
        queues.append(Queue(name: name, width: queue.width))
        follow(name, queue)
      }
    }

    /// Something that an operation needs, and since when it has it.
    private struct Need {
      let kind: Arrow.Kind
      let releaser: String
      let place: Int
    }

    private typealias Turn = (place: Int, subject: String, isStart: Bool)

    private mutating func follow(_ name: String, _ queue: Records.QueueRecord) {
      var account = queue.width.map(SlotAccount.init)
      let turns = turns(of: queue)
      queues[queues.count - 1].holdings = holdings(turns)
      for turn in turns {
        guard turn.isStart else {
          if let release = records.lives[turn.subject]?.release {
            account?.end(turn.subject, with: release)
          }
          continue
        }
        let slot = account?.start(turn.subject) ?? .unknown
        if let need = lastNeed(of: turn.subject, at: turn.place, slot, name, queue) {
          arrows.append(
            Arrow(
              need.kind, need.releaser, turn.subject, through: name, from: need.place,
              to: turn.place, in: records.events))
        }
      }
    }

    /// Starts and ends of the queue's operations, in order.
    private func turns(of queue: Records.QueueRecord) -> [Turn] {
      queue.members.flatMap { subject -> [Turn] in
        guard let life = records.lives[subject], let enqueued = life.enqueued,
          let started = life.started, started > enqueued
        else { return [] }
        let end = life.release.map { ($0.place, subject, false) as Turn }
        return [(started, subject, true)] + [end].compactMap { $0 }
      }.sorted { ($0.place, $0.isStart ? 0 : 1) < ($1.place, $1.isStart ? 0 : 1) }
    }

    /// Each holds its slot until it surely has let go, or somebody else has started since its end.
    private func holdings(_ turns: [Turn]) -> [Holding] {
      var nextStart: Int?
      var ends: [String: Int] = [:]
      var holdings: [Holding] = []
      for turn in turns.reversed() {
        if turn.isStart {
          nextStart = turn.place
          let end = ends[turn.subject].map { max($0, turn.place) }
          holdings.append(Holding(subject: turn.subject, fromPlace: turn.place, toPlace: end))
        } else if let release = records.lives[turn.subject]?.release {
          ends[turn.subject] = min(release.seen, nextStart ?? release.seen)
        }
      }
      return holdings.reversed()
    }

    /// What came last of all that it needed; `nil` where the trace cannot tell, and where nothing
    /// was missing when it was put into its queue.
    private func lastNeed(
      of subject: String, at start: Int, _ slot: SlotAccount.Slot, _ name: String,
      _ queue: Records.QueueRecord
    ) -> Need? {
      guard let life = records.lives[subject], let enqueued = life.enqueued,
        !life.isEnqueuedAgain, !isDisturbed(life, queue, from: enqueued, to: start),
        let dependency = lastDependency(of: life, before: start)
      else { return nil }
      var last = dependency.place > enqueued ? dependency : nil
      var latest = max(enqueued, dependency.place)
      switch slot {
      case .open: break
      case .unknown: return nil
      case .oneOfSeveral(let since):
        if since > latest { return nil }
      case .freed(let other, let place):
        if place > latest {
          last = Need(kind: .slot, releaser: other, place: place)
          latest = place
        }
      }
      guard let pause = queue.suspensions.last(where: { $0.from < start }) else { return last }
      // Started although suspended: it had got its slot before.
      guard let end = pause.to, end < start else { return nil }
      if end < latest { return last }
      return pause.from < latest ? Need(kind: .resume, releaser: name, place: end) : nil
    }

    /// Something happened in between that starts operations, or keeps them, in ways of its own.
    private func isDisturbed(
      _ life: Life, _ queue: Records.QueueRecord, from enqueued: Int, to start: Int
    ) -> Bool {
      if let cancelled = life.cancelled, cancelled < start { return true }
      if let barrier = queue.barrier, barrier < start { return true }
      return queue.cancellations.contains { $0 > enqueued && $0 < start }
    }

    /// The dependency that ended last, at -1 when there is none; `nil` when one of them was not
    /// seen to end before.
    private func lastDependency(of life: Life, before start: Int) -> Need? {
      var last = Need(kind: .dependency, releaser: "", place: -1)
      for name in life.dependencies {
        guard let release = records.lives[name]?.release, release.place < start,
          release.isExact || release.place < (life.enqueued ?? 0)
        else { return nil }
        if release.place > last.place {
          last = Need(kind: .dependency, releaser: name, place: release.place)
        }
      }
      return last
    }
  }
}
