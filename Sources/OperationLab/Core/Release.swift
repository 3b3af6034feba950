/// The release of the kit. `CHANGELOG.md` says what is in it.
package enum Release {
  /// The number after [Semantic Versioning](https://semver.org), such as `1.2.0`.
  package static let version = "1.0.0"
}
