import Foundation
import Testing

@testable import OperationCourse
@testable import OperationDownloads

/// Downloads into folders made by an enemy: refused or right, and never a byte outside.
@Suite("Downloads into a hostile folder", .longPlan, .repeatable)
struct HostileFolderTests {
  typealias Resource = LoopbackServer.Resource

  let body = LoopbackServer.Body.generated(length: 300_000)

  /// A download that has got a third of its file, and the hold at which the server keeps the rest.
  private func heldDownload(
    into siege: Besieged, of bench: DownloadBench
  ) -> (operation: DownloadOperation, hold: LoopbackServer.Hold) {
    let hold = LoopbackServer.Hold()
    bench.server.serve("/f", Resource(body, fault: .stall(after: 100_000, hold)))
    let operation = DownloadOperation(
      bench.server.url("/f"), to: siege.folder.appending(path: "file"), session: bench.session,
      log: bench.log)
    bench.queue.addOperation(operation)
    #expect(hold.isReached())
    return (operation, hold)
  }

  @Test(
    "are refused before any request, with the trap untouched",
    arguments: ["file", "file.part", "file.part.json", "file.part.json.new"], Trap.allCases)
  func refusesTraps(_ name: String, _ trap: Trap) throws {
    try withDownloadBench { bench throws in
      let siege = try Besieged(in: bench.folder)
      bench.server.serve("/f", Resource(body))
      let place = siege.folder.appending(path: name)
      try trap.set(at: place, outside: siege.outside)
      let operation = DownloadOperation(
        bench.server.url("/f"), to: siege.folder.appending(path: "file"), session: bench.session,
        keepsPart: true, log: bench.log)
      #expect(bench.run(operation))
      #expect(bench.log.ends() == ["failed"])
      let problem = SafeFolder.Problem.notAFile(path: place.path, trap.kind)
      #expect(bench.log.error == .notAFile("\(problem)"))
      #expect(bench.log.error?.isWorthRetrying == false)
      #expect(bench.server.requests == [])
      #expect(try FileManager.default.contentsOfDirectory(atPath: siege.folder.path) == [name])
      #expect(try siege.isOutsideUntouched())
    }
  }

  @Test("give no name to what was put in the place of the part", arguments: [Trap.link, .hardLink])
  func partIsSwapped(_ trap: Trap) throws {
    try withDownloadBench { bench throws in
      let siege = try Besieged(in: bench.folder)
      let destination = siege.folder.appending(path: "file")
      let (operation, hold) = heldDownload(into: siege, of: bench)
      let part = PartFile.partURL(of: destination)
      try FileManager.default.removeItem(at: part)
      try trap.set(at: part, outside: siege.outside)
      hold.release()
      #expect(bench.isOver(operation))
      #expect(bench.log.ends() == ["failed"])
      #expect(!FileManager.default.fileExists(atPath: destination.path))
      #expect(try siege.isOutsideUntouched())
    }
  }

  @Test("are an error when the folder is removed meanwhile")
  func folderIsRemoved() throws {
    try withDownloadBench { bench throws in
      let siege = try Besieged(in: bench.folder)
      let (operation, hold) = heldDownload(into: siege, of: bench)
      try FileManager.default.removeItem(at: siege.folder)
      hold.release()
      #expect(bench.isOver(operation))
      #expect(bench.log.ends() == ["failed"])
      #expect(!FileManager.default.fileExists(atPath: siege.folder.path))
    }
  }

  @Test("trust no record of which any byte was changed")
  func damagedRecord() throws {
    try withFolder { folder throws in
      let url = URL(fileURLWithPath: "/f")
      let record = PartFile.Record(url: url, etag: "\"v1\"", lastModified: nil, total: 300_000)
      let text = try record.text()
      #expect(PartFile.Record(text, of: url) == record)
      for place in text.indices {
        for bit in 0..<8 {
          var damaged = text
          damaged[place] ^= 1 << bit
          // White space may differ. What is read must not.
          let read = PartFile.Record(damaged, of: url)
          #expect(read == nil || read == record, "byte \(place), bit \(bit)")
        }
        #expect(PartFile.Record(text.prefix(place), of: url) == nil || place == text.count - 1)
      }
    }
  }
}
