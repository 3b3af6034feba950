import OperationLab

extension Probe {
  /// Work that writes its events; held up until the gate opens, if there is one.
  ///
  /// - Parameter fails: whether it fails in the end, where the kind of work allows that.
  convenience init(bench: Bench, completion: Completion, hold: Gate?, fails: Bool = false) {
    let log = bench.log(Self.subject)
    let shared = bench.worker()
    // Who is held keeps the thread: two that are held are two threads at the gate.
    let worker: @Sendable () -> Worker = { hold == nil ? shared : bench.worker() }
    let lastBeginner = Locked<Beginner?>(nil)
    let began: @Sendable () -> Void = {
      let beginner = Beginner(
        thread: Platform.ownThread, servesQueue: Platform.threadServesQueue)
      lastBeginner.withLock { $0 = beginner }
      let suspect = Platform.Suspect.becomingIt()
      Platform.Suspects.working.withLock { $0 = suspect }
      log(.began)
    }
    self.init(
      run: {
        began()
        hold?.wait()
        log(.ended)
      },
      begin: { call in
        began()
        switch completion {
        case .later:
          worker().async {
            hold?.wait()
            log(.ended)
            call()
          }
        case .atOnce:
          log(.ended)
          call()
        case .twice:
          let isAwaited = withUnsafeCurrentTask { $0 != nil }
          log(.ended)
          call()
          // What a task awaits goes on once: the second call would end the process.
          guard !isAwaited else { return }
          worker().async {
            log(Self.again)
            call()
          }
        }
      },
      awaited: { call in
        began()
        let isOver = Locked(false)
        let end: @Sendable (Event.Fact?) -> Void = { fact in
          let isFirst = isOver.withLock { isOver in
            defer { isOver = true }
            return !isOver
          }
          if isFirst { log(.ended, nil, fact) }
        }
        if completion == .later {
          worker().async {
            hold?.wait()
            end(nil)
            call()
          }
        } else {
          end(nil)
          call()
        }
        return { end(.mark(Self.givenUp)) }
      },
      fails: fails, lastBeginner: lastBeginner)
  }
}
