import Foundation

extension DownloadManager {
  /// One file that a manager takes care of, as it was at some moment.
  public struct Download: Hashable, Identifiable, Sendable {
    /// What a manager knows a download by. One address may go to several files.
    public struct ID: Hashable, Sendable {
      /// Where the file comes from, without a user and password.
      public let url: URL
      /// The path of the file.
      public let path: String

      /// The identity of a download, whether it is on a list or not.
      public init(_ url: URL, to destination: URL) {
        (self.url, path) = (url.withoutUserInfo, destination.absoluteURL.path)
      }
    }

    /// What a server said of a file.
    public struct Reply: Hashable, Sendable {
      /// Where the file came from in the end.
      public internal(set) var url: URL
      /// The type in `Content-Type`, without parameters, such as `text/html`.
      public internal(set) var mimeType: String?
      /// The `ETag`, as it was sent.
      public internal(set) var etag: String?
    }

    /// Where a download stands.
    ///
    /// Later versions may have more cases: a `switch` needs `@unknown default`.
    #if hasAttribute(nonexhaustive)
      @nonexhaustive
    #endif
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

    /// The address and the file that were asked for.
    public let id: ID
    /// The whole file.
    public let destination: URL
    /// Where it stands.
    public internal(set) var state = State.added
    /// How far it is.
    public internal(set) var progress = DownloadProgress()
    /// How many operations have been made for it, each being good for one attempt only.
    public internal(set) var attempts = 0

    /// What the server said of the finished file. `nil` before, and if this manager needed no reply.
    public internal(set) var reply: Reply?

    /// Where the file comes from.
    public var url: URL { id.url }

    /// Whether it still wants to get on by itself.
    public var isActive: Bool {
      switch state {
      case .waiting, .running, .retrying: true
      case .added, .paused, .finished, .failed, .cancelled: false
      }
    }
  }
}
