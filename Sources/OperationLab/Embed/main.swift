import Foundation

// embed-text OUTPUT FOLDER FILE…: writes Swift that holds the texts of these files in the folder.
// The package manager's own way, an array of bytes, takes the compiler a hundred times as long.
let words = Array(CommandLine.arguments.dropFirst())
let folder = URL(fileURLWithPath: words[1], isDirectory: true)
let entries = try words.dropFirst(2).map { path in
  let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  return "    \"\(path)\": ###\"\"\"\n\(text)\n\"\"\"###,"
}
let source = """
  /// The texts of files, by their paths in the package.
  enum EmbeddedText {
    static let files: [String: String] = [
  \(entries.joined(separator: "\n"))
    ]
  }

  """
// A file that has not changed stays as old as it is: a new one is compiled anew.
if (try? String(contentsOfFile: words[0], encoding: .utf8)) != source {
  try source.write(toFile: words[0], atomically: true, encoding: .utf8)
}
