// What the build makes of the files that are embedded.

enum PackageResources {
  static let rules_json: [UInt8] = []
}
