import Foundation
import OperationCourse
import OperationBench

/// The user's own Swift files, as they are.
struct SubjectFiles {
  /// The paths, as the user wrote them.
  let paths: [String]
  /// The contents of the files.
  let sources: [String]

  init(_ paths: [String]) throws(Failure) {
    self.paths = paths
    var sources: [String] = []
    for path in paths { sources.append(try Self.read(path)) }
    self.sources = sources
  }

  private static func read(_ path: String) throws(Failure) -> String {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw unreadable(path, "there is no such file")
    }
    guard !isFolder.boolValue else {
      throw unreadable(path, "it is a folder. Name a Swift file in it")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw unreadable(path, "no permission to read it")
    }
    guard let source = String(data: data, encoding: .utf8) else {
      throw unreadable(path, "it is not UTF-8 text")
    }
    guard path.hasSuffix(".swift") else {
      throw .usage("'\(path)' is no Swift file: its name must end in .swift")
    }
    return source
  }

  private static func unreadable(_ path: String, _ reason: String) -> Failure {
    Failure(status: .unreadable, message: "cannot read '\(path)': \(reason)")
  }

  /// The paths for a compiler, which would take a leading dash for an option.
  var arguments: [String] {
    paths.map { $0.hasPrefix("-") ? "./" + $0 : $0 }
  }

  /// The path of the file with that name in the compiler's messages.
  func path(ofURI uri: String) -> String {
    let path = (uri.removingPercentEncoding ?? uri).replacing(
      "file://", with: "", maxReplacements: 1)
    return zip(arguments, paths).first { $0.0 == path }?.1 ?? path
  }

  /// The modules that the files import, each once.
  var modules: [String] {
    let pattern = /(?m)^[ \t]*(?:@\w+(?:\([^)]*\))?[ \t]+)*import[ \t]+(\w+)[ \t]*(?:$|;|\/\/)/
    let all = sources.flatMap { $0.matches(of: pattern).map { String($0.output.1) } }
    return Set(all).subtracting(["Foundation", "OperationTesting"]).sorted()
  }

  /// The names of classes, of operations by the look of their text.
  var operations: Set<String> {
    let pattern = /(?m)^[\w \t@]*\bclass\s+(\w+)[^:{\n]*:[^{\n]*Operation\b/
    return Set(sources.flatMap { $0.matches(of: pattern).map { String($0.output.1) } })
  }

  /// All words in the files, in comments and strings, too.
  var words: Set<String> { sources.reduce(into: []) { $0.formUnion($1.words) } }

  /// The names that the files declare themselves.
  var declaredNames: Set<String> {
    let pattern = /\b(?:var|let|func|class|struct|enum|actor|typealias)\s+`?(\w+)/
    return Set(sources.flatMap { $0.matches(of: pattern).map { String($0.output.1) } })
  }
}

extension String {
  /// The words and numbers in it, each once.
  var words: Set<String> { Set(matches(of: /\w+/).map { String($0.output) }) }
}
