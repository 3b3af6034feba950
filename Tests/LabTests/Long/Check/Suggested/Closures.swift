import Foundation

struct Profile {
  enum Kind { case guest, known(String) }
  struct Photo { var bytes: [UInt8] }
  var name: String
  var kind: Kind
  var photo: Photo
}

enum LoadError: Error { case notFound(code: Int) }

/// The alias has the same name as that of the next class.
final class ProfileOperation: AsyncOperation, @unchecked Sendable {
  typealias Completion = (Result<Profile, Error>) -> Void
  private let fetch: (@escaping Completion) -> Void
  init(fetch: @escaping (@escaping Completion) -> Void) { self.fetch = fetch }
  override func main() { fetch { _ in self.finish() } }
}

final class CountOperation: AsyncOperation, @unchecked Sendable {
  typealias Completion = (Int, Error?) -> Void
  private let fetch: (@escaping Completion) -> Void
  init(fetch: @escaping (@escaping Completion) -> Void) { self.fetch = fetch }
  override func main() { fetch { _, _ in self.finish() } }
}

/// Commas inside of generic arguments.
final class TableOperation: AsyncOperation, @unchecked Sendable {
  private let load:
    ([String: (Int, Double)], @escaping (Result<[String: Set<Int>], LoadError>) -> Void) -> Void
  init(
    rows: Dictionary<String, Array<Int>>,
    load:
      @escaping ([String: (Int, Double)], @escaping (Result<[String: Set<Int>], LoadError>) -> Void)
      -> Void
  ) { self.load = load }
  override func main() { load([:]) { _ in self.finish() } }
}

/// A generic alias, in a type around the class.
enum Network {
  typealias Reply<Value> = (Result<Value, any Error>) -> Void
  struct Settings { var retries = 3; var host: String }

  final class Request<Value: Sendable>: AsyncOperation, @unchecked Sendable {
    private let send: (Settings, @escaping Reply<Value>) -> Void
    private let settings: Settings
    init(settings: Settings, send: @escaping (Settings, @escaping Reply<Value>) -> Void) {
      (self.settings, self.send) = (settings, send)
    }
    override func main() { send(settings) { _ in self.finish() } }
  }
}

/// The completion takes what a data task's does.
final class TransferOperation: AsyncOperation, @unchecked Sendable {
  private let resume: (URLRequest, @escaping (Data?, URLResponse?, Error?) -> Void) -> Void
  private let request: URLRequest
  init(
    request: URLRequest, timeout: TimeInterval = 60, priority: Float = 0.5,
    resume: @escaping (URLRequest, @escaping (Data?, URLResponse?, Error?) -> Void) -> Void
  ) { (self.request, self.resume) = (request, resume) }
  override func main() {
    resume(request) { data, _, error in
      precondition(data != nil || error != nil)
      self.finish()
    }
  }
}

/// Async work. The handler is not work.
final class TaskOperation: AsyncOperation, @unchecked Sendable {
  private let work: @Sendable () async throws -> Profile?
  private let completion: @Sendable (Result<Profile?, Error>) -> Void
  private var result: Result<Profile?, Error> = .failure(CancellationError())
  init(
    priority: TaskPriority = .medium, work: @escaping @Sendable () async throws -> Profile?,
    completion: @escaping @Sendable (Result<Profile?, Error>) -> Void
  ) { (self.work, self.completion) = (work, completion) }
  override func main() {
    Task {
      do { result = .success(try await work()) } catch { result = .failure(error) }
      finish()
    }
  }
  override func finish() {
    completion(result)
    super.finish()
  }
}

/// It asks two questions, and works once.
final class RetryOperation: Operation, @unchecked Sendable {
  private let attempt: () throws -> Void
  private let shouldRetry: (Error) -> Bool
  private let delay: (Int) -> TimeInterval
  init(
    maxAttempts: Int, delay: @escaping (Int) -> TimeInterval,
    shouldRetry: @escaping (Error) -> Bool, attempt: @escaping () throws -> Void
  ) { (self.attempt, self.shouldRetry, self.delay) = (attempt, shouldRetry, delay) }
  override func main() {
    guard !isCancelled else { return }
    do { try attempt() } catch { _ = shouldRetry(error) }
  }
}

/// An initialiser that may fail, and one that is longer.
final class CheckedOperation: Operation, @unchecked Sendable {
  private let block: () -> Void
  init?(name: String?, block: @escaping () -> Void) { self.block = block }
  convenience init?(name: String, count: Int, block: @escaping () -> Void) {
    self.init(name: name, block: block)
  }
  override func main() { if !isCancelled { block() } }
}
