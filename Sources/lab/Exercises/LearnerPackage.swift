import Foundation
import OperationCourse

/// The manifest beside the learner's files, with which an editor takes the folder for a package.
///
/// `lab` itself does not use it. It finds the compiled library where `swift build` has put it, so
/// that nothing needs to be built before names are completed.
struct LearnerPackage {
  private let exercise: Exercise

  init(_ exercise: Exercise) {
    self.exercise = exercise
  }

  var text: String {
    let modules = Executable.url.resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent("Modules").path
    return """
      // swift-tools-version: 6.0
      // For your editor, so that it completes names and shows errors. lab does not need it.
      import Foundation
      import PackageDescription

      let exercises = (1...9).map { "Exercise\\($0)" }.filter {
        FileManager.default.fileExists(atPath: Context.packageDirectory + "/" + $0)
      }

      let package = Package(
        name: "\(exercise.lessonFolder)",
        platforms: [.macOS(.v15)],
        targets: exercises.map {
          .target(
            name: $0, path: $0,
            swiftSettings: [.unsafeFlags(["-I", \(String(reflecting: modules))])])
        },
        swiftLanguageModes: [.v5]
      )

      """
  }
}
