import OperationLab

extension Scheduler {
  /// Chooses until the run has ended, on the calling thread. Each time when all other threads sleep,
  /// one of them may continue.
  ///
  /// - Parameters:
  ///   - calm: how long all threads must sleep without reaching a point before that counts as rest,
  ///     the first time. It is for operations that may wait for a timer.
  ///   - endsWhenStuck: whether the run also ends when its program will never return. If not, another
  ///     thread waits for that.
  ///   - isOver: whether the run has ended. Read while no thread can be chosen.
  /// - Returns: why the run must be thrown away. `nil` if it has ended.
  func run(
    calm: Duration = .zero, endsWhenStuck: Bool = false, until isOver: () -> Bool
  ) -> OrderFailure? {
    let driver = RestDriver(
      patience: .zero, pools: PoolMarkers(), pause: .microseconds(300), looksBeforePause: 40)
    var calm = calm
    while true {
      var next = Latch()
      var move = Move.nothingToDo
      let isDecided = driver.run(until: Deadline(Self.patience + calm, most: 3)) { _ in
        next = nextArrival
        return RestSearch.Look(
          threads: Platform.threadActivity(besides: standing), changes: arrivals)
      } decides: { look, step in
        guard look.isStill else { return isOver() }
        move = self.move()
        switch (move, step) {
        case (.moved, _), (.failed, _): return true
        case (.mayRest, .rest(let silence)) where silence >= calm && !isOver():
          rest()
          calm = .zero
          move = .moved
          return true
        case (.nothingToDo, .rest) where endsWhenStuck: return true
        case (.mayRest, _), (.nothingToDo, _): return isOver()
        }
      }
      if !isDecided {
        giveUp(.restless)
        return .restless
      }
      switch move {
      case .failed(let orderFailure): return orderFailure
      // Only for a moment: the thread that continues may never come to another point.
      case .moved: _ = next.wait(deadline: .microseconds(300))
      case .mayRest, .nothingToDo: return nil
      }
    }
  }

  /// How long some thread may go on before it is said that the program never rests.
  private static let patience = Duration.seconds(6)
}
