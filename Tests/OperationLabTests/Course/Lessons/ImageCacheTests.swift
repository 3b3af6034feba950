import Foundation
import Testing

@testable import OperationCourse
@testable import OperationLab

@Suite(.repeatable) struct ImageCacheTests {
  static let picture = Picture(width: 2, height: 2, pixels: Data(0..<12))
  static let url = url("a")

  static func url(_ name: String) -> URL { URL(fileURLWithPath: "/\(name)") }

  /// What the disk has for an address: a picture, or nil for a miss.
  private func onDisk(_ cache: ImageCache, _ url: URL = Self.url) -> Picture? {
    let found = Locked<Picture?>(nil)
    cache.pictureOnDisk(of: url, unless: Operation()) { picture in found.withLock { $0 = picture } }
    cache.flush()
    return found.withLock { $0 }
  }

  @Test("a picture is in memory at once and on disk a little later")
  func memoryThenDisk() throws {
    try withFolder { folder throws in
      let cache = ImageCache(folder: folder)
      #expect(cache.pictureInMemory(of: Self.url) == nil)
      cache.keep(Self.picture, of: Self.url)
      #expect(cache.pictureInMemory(of: Self.url) == Self.picture)
      cache.flush()
      let next = ImageCache(folder: folder)
      #expect(next.pictureInMemory(of: Self.url) == nil)
      #expect(onDisk(next) == Self.picture)
      #expect(next.pictureInMemory(of: Self.url) == Self.picture)
      #expect(onDisk(next, Self.url("b")) == nil)
    }
  }

  @Test("a file that is cut off or no picture is a miss")
  func damagedFile() throws {
    try withFolder { folder throws in
      let cache = ImageCache(folder: folder)
      let sound = PortablePixmap.encode(Self.picture)
      for data in (0..<sound.count).map({ sound.prefix($0) }) + [Data("rubbish".utf8)] {
        try data.write(to: cache.file(of: Self.url))
        #expect(onDisk(cache) == nil)
      }
      try sound.write(to: cache.file(of: Self.url))
      #expect(onDisk(cache) == Self.picture)
    }
  }

  @Test("after a cancelled token, the disk is not read")
  func cancelledToken() throws {
    try withFolder { folder throws in
      let cache = ImageCache(folder: folder)
      cache.keep(Self.picture, of: Self.url)
      let token = Operation()
      token.cancel()
      cache.pictureOnDisk(of: Self.url, unless: token) { _ in Issue.record("it was looked at") }
      cache.flush()
      #expect(!token.isFinished)
    }
  }

  @Test("an observer gets each look, its place and its result")
  func reportsLooks() throws {
    try withFolder { folder throws in
      let looks = Locked<[String]>([])
      let cache = ImageCache(folder: folder) { place, url, isHit in
        looks.withLock { $0.append("\(place) \(url.lastPathComponent) \(isHit)") }
      }
      #expect(cache.pictureInMemory(of: Self.url) == nil)
      #expect(onDisk(cache) == nil)
      cache.keep(Self.picture, of: Self.url)
      cache.forgetMemory()
      #expect(onDisk(cache) == Self.picture)
      #expect(cache.pictureInMemory(of: Self.url) == Self.picture)
      #expect(
        looks.withLock { $0 } == [
          "memory a false", "disk a false", "disk a true", "memory a true",
        ])
    }
  }

  @Test("a folder that cannot be written to is no error") func unwritableFolder() throws {
    try withFolder { folder throws in
      let cache = ImageCache(folder: folder.appending(path: "none"))
      cache.keep(Self.picture, of: Self.url)
      #expect(onDisk(cache) == nil)
      #expect(cache.pictureInMemory(of: Self.url) == Self.picture)
      cache.forgetMemory()
      #expect(cache.pictureInMemory(of: Self.url) == nil)
    }
  }

  @Test("file names are harmless and differ") func fileNamesAreHarmlessAndDiffer() {
    let cache = ImageCache(folder: URL(fileURLWithPath: "/folder"))
    let files = ["../../etc/passwd", "a", "b", String(repeating: "x", count: 5_000), "a/b?c=d"]
      .map { cache.file(of: Self.url($0)) }
    #expect(Set(files).count == files.count)
    #expect(files.allSatisfy { $0.path.count == "/folder/0123456789abcdef.ppm".count })
    #expect(files.allSatisfy { $0.deletingLastPathComponent().path == "/folder" })
  }
}
