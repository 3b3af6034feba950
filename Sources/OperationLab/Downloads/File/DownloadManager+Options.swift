import OperationLab

// Properties that hold for every download of a manager, from its next attempt on.
extension DownloadManager {
  /// Whether downloads may go over a cellular network. Where they may not, one that finds no other
  /// network is paused, on platforms that tell: Linux does not, and goes over any. What is under way
  /// when this changes goes on.
  public var allowsCellular: Bool {
    get { state.withLock(\.options.allowsCellular) }
    set { state.withLock { $0.options.allowsCellular = newValue } }
  }

  /// Whether a file gets the name that its server gives it in `Content-Disposition`, in the folder of
  /// its destination. It is made harmless first: it has no path and does not begin with a dot. A file
  /// that is there is never replaced by it: the download then keeps the name of its destination.
  /// Counts for attempts that begin later.
  public var takesServerNames: Bool {
    get { state.withLock(\.options.takesServerNames) }
    set { state.withLock { $0.options.takesServerNames = newValue } }
  }

  /// Whether the server is asked if it has another version of a file that is there, and the file is kept
  /// if not. Each ``start(_:to:sha256:)-(URL,_,_)`` asks, of a finished download, too.
  ///
  /// For that, a record stays beside each file, `film.mkv.part.json` beside `film.mkv`. A file without
  /// one, or that was changed since, is downloaded. So is one whose server names no version that
  /// counts: a strong `ETag`, or a `Last-Modified` that was over a minute old. So is one with its server's
  /// name.
  public var skipsUnchanged: Bool {
    get { state.withLock(\.options.skipsUnchanged) }
    set { state.withLock { $0.options.skipsUnchanged = newValue } }
  }

  /// Whether each whole file gets a mark that tells ``PartFile/isMarked(at:from:in:)`` its address.
  package var marksFiles: Bool {
    get { state.withLock(\.options.marksFiles) }
    set { state.withLock { $0.options.marksFiles = newValue } }
  }

  /// Whether a reply with a `Content-Encoding` is accepted. The file then has the decoded bytes, such as
  /// the archive `a.tar` for a stored `a.tar.gz`. Foundation decodes every reply, so the bytes that the
  /// server has cannot be kept. Such a download cannot be resumed.
  public var acceptsDecoded: Bool {
    get { state.withLock(\.options.acceptsDecoded) }
    set { state.withLock { $0.options.acceptsDecoded = newValue } }
  }

  /// Whether a reply over plain HTTP is accepted that does not say where it ends. If its connection
  /// breaks, the file is cut short, and there is no error.
  public var acceptsUnknownLength: Bool {
    get { state.withLock(\.options.acceptsUnknownLength) }
    set { state.withLock { $0.options.acceptsUnknownLength = newValue } }
  }
}
