import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The program of ModelAnswerTests: it prints a line for what is not so, and "done". It gives up after a minute.

/// In place of the solutions' locks. When one thread has left it so many times, another one acts.
final class TurnLock: @unchecked Sendable {
  private let own = NSRecursiveLock()
  private var depth = 0

  func lock() {
    own.lock()
    depth += 1
  }

  func unlock() {
    depth -= 1
    let isFree = depth == 0
    own.unlock()
    if isFree { Turn.pass() }
  }

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}

enum Turn {
  private static let key = "turns that are left"
  nonisolated(unsafe) private static var act = {}

  /// Runs the body on a thread, and another thread acts when the first has left a lock for the n-th time.
  static func run(_ count: Int, _ body: @escaping () -> Void, other: @escaping () -> Void) {
    act = other
    onThread {
      Thread.current.threadDictionary[key] = count
      body()
    }
  }

  static func pass() {
    guard let left = Thread.current.threadDictionary[key] as? Int else { return }
    Thread.current.threadDictionary[key] = left - 1
    if left == 1 { onThread(act) }
  }

  static func onThread(_ body: @escaping () -> Void) {
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      isOver.signal()
    }
    expect(isOver.wait(timeout: .now() + 10) == .success, "a thread does not come back")
  }
}

func expect(_ isSo: Bool, _ what: String) { if !isSo { print("not so:", what) } }

/// A transfer, and what was done to it.
final class Transfer {
  /// It goes with what gives the transfer up.
  final class Kept {}

  var done: ((Bool) -> Void)?
  var givenUp = 0
  weak var kept: Kept?
  private let endsAtOnce: Bool

  init(endsAtOnce: Bool = false) { self.endsAtOnce = endsAtOnce }

  func connect(_ done: @escaping (Bool) -> Void) -> () -> Void {
    let kept = Kept()
    self.kept = kept
    if endsAtOnce { done(true) } else { self.done = done }
    return { [unowned self] in
      _ = kept
      givenUp += 1
    }
  }

  func end(_ isWell: Bool = true) {
    let done = done
    self.done = nil
    done?(isWell)
  }
}

DispatchQueue.global().asyncAfter(deadline: .now() + 60) { exit(2) }
let turns = 1...6

// A second start() after the end, with a transfer that would not end any more.
var begun = 0
let begin: (@escaping () -> Void) -> Void = {
  begun += 1
  if begun == 1 { $0() }
}
let connect: (@escaping (Bool) -> Void) -> () -> Void = { done in
  begin { done(true) }
  return {}
}
let operations: [(String, () -> Operation)] = [
  ("3", { E3.Download(begin: begin) }), ("10.0", { E10_0.Download(begin: begin) }),
  ("10", { E10.Download(begin: begin) }), ("10.2", { E10_2.Download(begin: begin) }),
  ("10.3", { E10_3.Download(begin: begin, deliver: { _ in }) }),
  ("12", { E12.Download(begin: begin) }),
  ("14.0", { E14_0.Load(connect: connect, decode: {}) }),
  ("14", { E14.Download(address: "", begin: begin) }), ("14.2", { E14_2.Load(connect: connect) }),
  ("15.0", { E15_0.Download(begin: begin) }), ("15.2", { E15_2.Download(begin: begin) }),
  ("18", { E18.Download(connect: connect) }),
]
for (id, make) in operations {
  begun = 0
  let operation = make()
  operation.start()
  operation.start()
  expect(
    operation.isFinished && !operation.isExecuting,
    "\(id) is finished, and not executing, after a second start()")
}

// It ends, and is cancelled in between.
for turn in turns {
  let transfer = Transfer()
  let download = E18.Download(connect: transfer.connect)
  download.start()
  Turn.run(turn, { transfer.end() }, other: { download.cancel() })
  download.cancel()
  expect(download.isFinished, "18 is finished, turn \(turn)")
  expect(transfer.givenUp == 0, "18 gives up no transfer that has ended, turn \(turn)")
  expect(transfer.kept == nil, "18 keeps nothing, turn \(turn)")
}
for turn in turns {
  let transfer = Transfer()
  var told: [String] = []
  let loader = E20.ImageLoader(connect: transfer.connect)
    .then { told.append("picture") }.catch { told.append($0) }
  loader.start()
  Turn.run(turn, { transfer.end() }, other: { loader.cancel() })
  loader.cancel()
  expect(told == ["picture"], "20 tells once, turn \(turn)")
  expect(transfer.givenUp == 0, "20 gives up no transfer that has ended, turn \(turn)")
  expect(transfer.kept == nil, "20 keeps nothing, turn \(turn)")
}
for endsAtOnce in [false, true] {
  let transfer = Transfer(endsAtOnce: endsAtOnce)
  let manager = E20_2.Manager(connect: transfer.connect)
  let giveUp = manager.load("cat.png") { _ in }
  transfer.end()
  expect(transfer.kept == nil, "20.2 keeps nothing, at once: \(endsAtOnce)")
  giveUp()
  expect(transfer.givenUp == 0, "20.2 gives up no transfer that has ended")
}

// A look ends, on the disk or in the network, and is cancelled in between.
for (isOnDisk, turn) in [true, false].flatMap({ which in turns.map { (which, $0) } }) {
  let (disk, network) = (Transfer(), Transfer())
  var (isCancelled, isTold) = (false, false)
  let cache = E21.Cache(
    disk: disk.connect,
    network: {
      expect(!isCancelled, "21 begins no look after cancel(), turn \(turn)")
      return network.connect($0)
    })
  let token = cache.load { _ in
    expect(!isCancelled, "21 tells nobody after cancel(), turn \(turn)")
    isTold = true
  }
  if !isOnDisk { disk.end(false) }
  Turn.run(
    turn, { (isOnDisk ? disk : network).end(!isOnDisk || turn % 2 == 0) },
    other: {
      token.cancel()
      isCancelled = true
    })
  token.cancel()
  if isTold { expect(disk.givenUp + network.givenUp == 0, "21 gives up nothing that has ended") }
}

// A piece cannot be written, and the next one could.
let file = URL(fileURLWithPath: "part")
let address = URL(string: "http://127.0.0.1:9/")!
let download = E19_2.Download(from: address, to: file, version: "1")
let session = URLSession(configuration: .ephemeral)
let task = session.dataTask(with: address)
let response = HTTPURLResponse(
  url: address, statusCode: 200, httpVersion: nil, headerFields: nil)!
download.urlSession(session, dataTask: task, didReceive: response) { _ in }
signal(SIGXFSZ, SIG_IGN)
#if os(Linux)
  let largest = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#else
  let largest = RLIMIT_FSIZE
#endif
for piece in ["first", "lost", "third"] {
  var limit = rlimit()
  getrlimit(largest, &limit)
  limit.rlim_cur = piece == "lost" ? 5 : limit.rlim_max
  setrlimit(largest, &limit)
  download.urlSession(session, dataTask: task, didReceive: Data(piece.utf8))
}
let written = try String(contentsOf: file, encoding: .utf8)
expect(written == "first", "19.2 leaves no gap: \(written)")

print("done")
