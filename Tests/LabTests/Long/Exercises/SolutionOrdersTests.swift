import Foundation
import OperationCourse
import Testing

@testable import LabShared

/// The solutions, in orders that their scenes do not force: each is compiled with a main program that
/// acts at a point in the middle.
@Suite("A solution keeps its task in every order", .repeatable, .elsewhere)
struct SolutionOrdersTests {
  /// What the main program prints if all is right.
  private static let right = "right"

  private func output(of main: String, with exercise: String) throws -> String {
    let folder = try TemporaryFolder()
    let exercise = try #require(Exercises.find(exercise))
    for (name, text) in [
      ("Solution.swift", try ExerciseSource(exercise: exercise).solution()), ("main.swift", main),
    ] {
      let file = folder.url.appendingPathComponent(name)
      try text.write(to: file, atomically: false, encoding: .utf8)
    }
    let result = try LabProcess.shell(
      "cd '\(folder.url.path)' && swiftc -swift-version 5 -suppress-warnings *.swift -o it && ./it")
    #expect(result.status == 0, "\(result.errors)")
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Each lock and each notification is a point. In a run for each of them, start() is interrupted
  /// there by cancel(), on the same thread. The transfer stays silent and ends afterwards.
  private static func cancellingAtEachPoint(make: String, isRight: String) -> String {
    """
    import Foundation

    var points = 0
    var act: (Int) -> Void = { _ in }
    func point() {
      points += 1
      act(points)
    }
    extension Operation {
      func willChangeValue(forKey key: String) { point() }
      func didChangeValue(forKey key: String) { point() }
    }
    final class NSLock {
      private let lock = Foundation.NSLock()
      func withLock<R>(_ body: () throws -> R) rethrows -> R {
        point()
        defer { point() }
        return try lock.withLock(body)
      }
    }

    var (results, hasBegun, isGivenUp): ([String], Bool, Bool) = ([], false, false)
    var end: (() -> Void)?
    var wrong: [Int] = []
    var last = 1
    var number = 0
    while number <= last {
      (results, hasBegun, isGivenUp, end, points, act) = ([], false, false, nil, 0, { _ in })
      let download = \(make)
      act = { if $0 == number { download.cancel() } }
      points = 0
      download.start()
      last = max(last, points)
      if number == 0 || number > points { download.cancel() }
      if !download.isFinished || !(\(isRight)) { wrong.append(number) }
      end?()
      if !download.isFinished || !(\(isRight)) { wrong.append(number) }
      number += 1
    }
    // Several points, or nothing was tried.
    print(last < 4 ? "no points" : wrong.isEmpty ? "\(right)" : "cancel() is lost at \\(wrong)")
    """
  }

  @Test(
    "a cancel() at each step of start() finishes the download, with one result",
    arguments: [
      (
        "10.3", "Download(begin: { end = $0 }, deliver: { results.append($0) })",
        "results == [\"cancelled\"]"
      ),
      ("12", "Download(begin: { end = $0 })", "true"),
      (
        "18",
        "Download(connect: { done in hasBegun = true; end = { done(true) }; return { isGivenUp = true } })",
        "!hasBegun || isGivenUp"
      ),
    ])
  func cancelled(_ id: String, _ make: String, _ isRight: String) throws {
    let main = Self.cancellingAtEachPoint(make: make, isRight: isRight)
    #expect(try output(of: main, with: id) == Self.right)
  }

  @Test("the token gives up the transfer, also if the look on disk ends before disk returns")
  func endsEarly() throws {
    let main = """
      import Foundation

      var givenUp: [String] = []
      let cache = Cache(
        disk: { end in
          end(false)
          return { givenUp.append("disk") }
        }, network: { _ in { givenUp.append("network") } })
      let token = cache.load { _ in }
      token.cancel()
      print(givenUp == ["network"] ? "\(Self.right)" : "given up: \\(givenUp)")
      """
    #expect(try output(of: main, with: "21") == Self.right)
  }

  /// Hazards that the solutions' own comments name.
  @Test(
    "a caller's closure may call back, and a late give-up leaves the next transfer alone",
    arguments: [
      (
        "20",
        """
        var loader: ImageLoader!
        var results: [String] = []
        var isGivenUp = false
        loader = ImageLoader { end in
          loader.cancel()
          end(true)
          return { isGivenUp = true }
        }
        loader = loader.then { results.append("picture") }.catch { results.append($0); loader.cancel() }
        loader.start()
        print(results == ["cancelled"] && isGivenUp ? "right" : "\\(results) \\(isGivenUp)")
        """
      ),
      (
        "20.2",
        """
        var ends: [(Bool) -> Void] = []
        var givenUp: [Int] = []
        let manager = Manager { end in
          let number = ends.count
          ends.append(end)
          return { givenUp.append(number) }
        }
        var again: (() -> Void)?
        let first = manager.load("a") { _ in again = manager.load("a") { _ in } }
        ends[0](true)
        first()
        let shared = manager.load("a") { _ in }
        shared()
        print(ends.count == 2 && givenUp.isEmpty ? "right" : "\\(ends.count) \\(givenUp)")
        """
      ),
    ])
  func callsBack(_ id: String, _ main: String) throws {
    #expect(try output(of: "import Foundation\n\(main)", with: id) == Self.right)
  }
}
