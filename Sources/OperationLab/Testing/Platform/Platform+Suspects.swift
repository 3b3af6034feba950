import Foundation
import OperationLab

extension Platform {
  /// A thread that may be asked to tell where it is, by letting it end the process.
  struct Suspect: @unchecked Sendable {
    private let thread: pthread_t

    /// The calling thread. What Dispatch has made it block is let through: the signals with which
    /// it tells.
    static func becomingIt() -> Suspect {
      var signals = sigset_t()
      sigemptyset(&signals)
      for signal in [SIGABRT, SIGUSR2] { sigaddset(&signals, signal) }
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      return Suspect(thread: pthread_self())
    }

    /// Ends the process from within that thread, for Swift's report of a crash to begin there.
    func tell() {
      OwnCalls.ask(thread)
      pthread_kill(thread, SIGABRT)
    }
  }

  /// Threads that matter when nothing moves any more.
  enum Suspects {
    /// The one that asks an operation for its state.
    static let asking = Locked<Suspect?>(nil)
    /// The one that runs the trial.
    static let calling = Locked<Suspect?>(nil)
    /// The one that has begun the work.
    static let working = Locked<Suspect?>(nil)
  }
}
