/// Numbers of bytes for people.
enum ByteCount {
  /// The number in a unit that fits it, such as `12.3 MB`.
  static func text(_ bytes: Int) -> String {
    let units: [(Double, String)] = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
    for (unit, name) in units where Double(bytes) >= unit {
      let tenths = Int((Double(bytes) / unit * 10).rounded())
      return "\(tenths / 10).\(tenths % 10) \(name)"
    }
    return "\(bytes) bytes"
  }
}
