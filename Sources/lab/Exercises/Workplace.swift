import Foundation
import OperationBench
import OperationCourse
import OperationDownloads
import OperationLab

/// The folder with the learner's work: a folder for each lesson, in it a package for the editor and a
/// folder for each exercise.
///
/// What the learner has written is never overwritten, and no symbolic link is followed below the
/// folder itself.
struct Workplace {
  let folder: String

  /// - Parameter folder: what `--dir` names. By default `lab-work` in the current folder. What is
  ///   below the current folder is shown from there.
  init(_ folder: String?) {
    let folder = folder ?? "lab-work"
    let here = FileManager.default.currentDirectoryPath + "/"
    self.folder =
      folder.hasPrefix(here) && folder != here ? String(folder.dropFirst(here.count)) : folder
  }

  /// The path of the learner's file.
  func path(of exercise: Exercise) -> String { "\(folder)/\(exercise.file)" }

  /// Whether there is anything in its place.
  func has(_ exercise: Exercise) -> Bool { Self.kind(path(of: exercise)) != nil }

  /// The exercise whose file was saved last, and when. `nil` without any file.
  var savedLast: (exercise: Exercise, at: timespec)? {
    func isLater(_ one: timespec, _ other: timespec) -> Bool {
      (one.tv_sec, one.tv_nsec) > (other.tv_sec, other.tv_nsec)
    }
    return Exercises.all.compactMap { exercise in
      Self.status(path(of: exercise)).map { (exercise, Platform.modificationTime(of: $0)) }
    }.max { isLater($1.1, $0.1) }
  }

  /// Puts the exercise there, and the package around it.
  ///
  /// - Throws: a failure when the learner's file is there already, or nothing can be written.
  func put(_ exercise: Exercise, _ source: String) throws(Failure) {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      let isForbidden = (error as? CocoaError)?.code == .fileWriteNoPermission
      let code = cause.map { Int32($0.code) } ?? (isForbidden ? EACCES : nil)
      throw Self.unwritable(
        folder, code.map { String(cString: strerror($0)) } ?? error.localizedDescription)
    }
    do throws(SafeFolder.Problem) {
      let lesson = try SafeFolder(folder).folder(making: exercise.lessonFolder)
      let target = try lesson.folder(making: exercise.target)
      if try lesson.kind(of: "Package.swift") == nil {
        try Self.create("Package.swift", LearnerPackage(exercise).text, in: lesson)
      }
      let name = URL(fileURLWithPath: path(of: exercise)).lastPathComponent
      guard try Self.create(name, source, in: target) else {
        throw .notAFile(path: path(of: exercise), .file)
      }
    } catch {
      throw Self.refused(error)
    }
  }

  /// Makes a file of that text. `false` when there is something of that name.
  @discardableResult
  private static func create(
    _ name: String, _ text: String, in folder: SafeFolder
  ) throws(SafeFolder.Problem) -> Bool {
    guard let file = try folder.createFile(name, flags: O_WRONLY, mode: 0o666) else { return false }
    defer { close(file) }
    do throws(SafeFolder.Problem) {
      try folder.write(Data(text.utf8), to: file, named: name)
    } catch {
      // Half an exercise would look like the learner's own work.
      try folder.removeFile(name)
      throw error
    }
    return true
  }

  private static func refused(_ problem: SafeFolder.Problem) -> Failure {
    switch problem {
    case .notAFile(let path, .file):
      Failure(
        status: .failed,
        message: "your work is in \(path) already. '--reset' begins again and keeps a copy of it")
    case .notAFile, .notAFolder, .notAName:
      Failure(
        status: .failed, message: "\(problem). Move it away or name another folder with --dir")
    case .system(_, let path, let code): unwritable(path, String(cString: strerror(code)))
    }
  }

  /// Moves the learner's file aside, if there is one. Returns the path of the copy.
  func setAside(_ exercise: Exercise) throws(Failure) -> String? {
    let path = path(of: exercise)
    guard has(exercise) else { return nil }
    try check(exercise)
    for number in 1...999 {
      // Not a Swift file any more: the editor's package would compile it, too.
      let copy = "\(path).\(number)"
      // A link never replaces what is there.
      if link(path, copy) == 0 {
        guard unlink(path) == 0 else { throw Self.unwritable(path, Self.reason) }
        return copy
      }
      guard errno == EEXIST else { throw Self.unwritable(copy, Self.reason) }
    }
    throw Self.unwritable(path, "there are too many copies. Remove some")
  }

  /// The learner's file, to be compiled.
  func files(of exercise: Exercise) throws(Failure) -> SubjectFiles {
    try check(exercise)
    return try SubjectFiles([path(of: exercise)])
  }

  /// The most that a learner's file may have, in bytes.
  private static let limit: Int64 = 1_000_000

  /// Makes sure that the file is there and is a file: no link, no pipe, not endless.
  private func check(_ exercise: Exercise) throws(Failure) {
    let path = path(of: exercise)
    guard let status = Self.status(path) else {
      throw Failure(
        status: .unreadable,
        message:
          "there is no \(path). \(Invocation.mention("exercise \(exercise.id)")) puts it there")
    }
    let folders = [exercise.lessonFolder, "\(exercise.lessonFolder)/\(exercise.target)"]
    for part in folders where Self.kind("\(folder)/\(part)") != S_IFDIR {
      throw Self.unreadable("\(folder)/\(part)", "it is no folder. A link is not followed")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Self.unreadable(path, "it is no plain file. A link is not followed")
    }
    guard Int64(status.st_size) <= Self.limit else {
      throw Self.unreadable(path, "it has more than a million bytes")
    }
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  private static func kind(_ path: String) -> mode_t? {
    status(path).map { $0.st_mode & S_IFMT }
  }

  /// Puts back what the learner's own program has removed. Nothing when the file is there.
  func restore(_ exercise: Exercise, _ source: String) throws(Failure) -> Bool {
    guard !has(exercise) else { return false }
    try put(exercise, source)
    return true
  }

  private static var reason: String { String(cString: strerror(errno)) }

  private static func unwritable(_ path: String, _ reason: String) -> Failure {
    Failure(
      status: .unreadable,
      message: "cannot write \(path): \(reason). Name another folder with --dir")
  }

  private static func unreadable(_ path: String, _ reason: String) -> Failure {
    Failure(status: .unreadable, message: "cannot read \(path): \(reason)")
  }
}

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
