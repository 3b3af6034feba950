/// Why there is no picture.
///
/// Later versions may have more cases: a `switch` needs `@unknown default`.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum ImageDownloadError: Error, Hashable, Sendable {
  /// Somebody cancelled.
  case cancelled
  /// The bytes did not come.
  case download(DownloadError)
  /// There are more bytes than the limit, which is given.
  case tooLarge(limit: Int)
  /// The bytes came, but they are no picture. The text says what the decoder threw.
  case notAPicture(String)
}
