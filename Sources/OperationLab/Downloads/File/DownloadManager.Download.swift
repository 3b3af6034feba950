import Foundation

extension DownloadManager {
  /// One file that a manager takes care of, as it was at some moment.
  public struct Download: Hashable, Sendable {
    /// Where a download stands.
    public enum State: Hashable, Sendable {
      /// On the list and not started.
      case added
      /// In the queue, waiting for others.
      case waiting
      /// Its operation runs.
      case running
      /// Failed, and waits for the next attempt outside the queue, so that others get the slot.
      case retrying(DownloadError)
      /// Stopped by the program. The bytes stay on disk.
      case paused
      /// The file is whole and has its name.
      case finished
      /// Given up. The bytes stay on disk, and ``DownloadManager/resume(_:)`` continues with them.
      case failed(DownloadError)
      /// Stopped by the program, and the bytes removed.
      case cancelled
    }

    let key: Key
    /// The name of the whole file. It changes at the end if the manager takes servers' names.
    public internal(set) var destination: URL
    /// Where it stands.
    public internal(set) var state = State.added
    /// How far it is.
    public internal(set) var progress = DownloadProgress()
    /// How many operations have been made for it, each being good for one attempt only.
    public internal(set) var attempts = 0

    /// Whether the file was there, and its server had no other version of it.
    package internal(set) var isUnchanged = false

    /// Where the file comes from, without user and password. The manager knows a download by it and
    /// the destination that was asked for.
    public var url: URL { key.url }

    /// Whether it still wants to get on by itself.
    public var isActive: Bool {
      switch state {
      case .waiting, .running, .retrying: true
      case .added, .paused, .finished, .failed, .cancelled: false
      }
    }
  }
}
