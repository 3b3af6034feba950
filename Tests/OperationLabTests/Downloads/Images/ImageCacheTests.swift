import Foundation
import Testing

@testable import OperationDownloads
@testable import OperationLab
@testable import OperationTesting

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
      let cache = ImageCache(folder: folder.appending(path: "new"))
      #expect(cache.pictureInMemory(of: Self.url) == nil)
      cache.keep(Self.picture, of: Self.url)
      #expect(cache.pictureInMemory(of: Self.url) == Self.picture)
      cache.flush()
      let next = ImageCache(folder: folder.appending(path: "new"))
      #expect(next.pictureInMemory(of: Self.url) == nil)
      #expect(onDisk(next) == Self.picture)
      #expect(next.pictureInMemory(of: Self.url) == Self.picture)
      #expect(onDisk(next, Self.url("b")) == nil)
    }
  }

  @Test("every damaged file is a miss, and is removed") func damagedFile() throws {
    try withFolder { folder throws in
      let sound = CacheEntry.encode(Self.picture, of: Self.url)
      let file = folder.appending(path: CacheEntry.fileName(of: Self.url))
      var damaged: [Data] = (0..<sound.count).map { sound.prefix($0) }
      damaged += sound.indices.map { index in
        var copy = sound
        copy[index] ^= 0x10
        return copy
      }
      damaged.append(sound + [0])
      damaged.append(CacheEntry.encode(Self.picture, of: Self.url("b")))
      for data in damaged {
        try data.write(to: file)
        let cache = ImageCache(folder: folder)
        #expect(onDisk(cache) == nil)
        #expect(!FileManager.default.fileExists(atPath: file.path))
      }
      try sound.write(to: file)
      #expect(onDisk(ImageCache(folder: folder)) == Self.picture)
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

  @Test("an observer gets each lookup, its place and its result")
  func reportsLookups()
    throws
  {
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

  @Test("the oldest files are removed when there are too many bytes")
  func removesOldestFiles() throws {
    try withFolder { folder throws in
      let size = CacheEntry.encode(Self.picture, of: Self.url).count
      let cache = ImageCache(folder: folder, diskLimit: 2 * size)
      for name in ["a", "b", "c"] {
        cache.keep(Self.picture, of: Self.url(name))
        cache.flush()
        let file = folder.appending(path: CacheEntry.fileName(of: Self.url(name)))
        if FileManager.default.fileExists(atPath: file.path), name != "c" {
          // File systems may give two files the same date: make the first ones older.
          try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: name == "a" ? 1 : 2)],
            ofItemAtPath: file.path)
        }
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(Set(names) == Set(["b", "c"].map { CacheEntry.fileName(of: Self.url($0)) }))
    }
  }

  @Test("files that are not its own stay, however large they are and however full the folder is")
  func othersFiles() throws {
    try withFolder { folder throws in
      let size = CacheEntry.encode(Self.picture, of: Self.url).count
      let own = CacheEntry.fileName(of: Self.url)
      let others = ["precious.db", "holiday.picture", own + ".txt", String(own.dropFirst()) + "s"]
      for name in others {
        let file = folder.appending(path: name)
        try Data(count: 3 * size).write(to: file)
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file.path)
      }
      let cache = ImageCache(folder: folder, diskLimit: size)
      for name in ["b", "a"] { cache.keep(Self.picture, of: Self.url(name)) }
      cache.flush()
      #expect(try names(in: folder) == (others + [own]).sorted())
    }
  }

  @Test("files of an earlier cache count, and the oldest of them go first")
  func countsEarlierFiles() throws {
    try withFolder { folder throws in
      let size = CacheEntry.encode(Self.picture, of: Self.url).count
      let first = ImageCache(folder: folder)
      for name in ["a", "b", "c"] { first.keep(Self.picture, of: Self.url(name)) }
      first.flush()
      for (age, name) in ["b", "a", "c"].enumerated() {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: Double(age))],
          ofItemAtPath: folder.appending(path: CacheEntry.fileName(of: Self.url(name))).path)
      }
      let next = ImageCache(folder: folder, diskLimit: 2 * size)
      next.keep(Self.picture, of: Self.url("d"))
      next.flush()
      let left = Set(["c", "d"].map { CacheEntry.fileName(of: Self.url($0)) })
      #expect(Set(try names(in: folder)) == left)
    }
  }

  @Test("a look does not wait for the writes before it, and finds what they will write")
  func looksBesideWrites() throws {
    try withFolder { folder throws in
      let writer = DispatchQueue(label: "a slow disk")
      ImageCache(folder: folder).keepAndFlush(Self.picture, of: Self.url("before"))
      let cache = ImageCache(folder: folder, writer: writer, observer: nil)
      writer.suspend()
      cache.keep(Self.picture, of: Self.url)
      cache.forgetMemory()
      let found = Locked<[Picture?]>([])
      let hasLooked = DispatchSemaphore(value: 0)
      for name in ["before", "a", "b"] {
        cache.pictureOnDisk(of: Self.url(name), unless: Operation()) { picture in
          found.withLock { $0.append(picture) }
          hasLooked.signal()
        }
        // In the old order, a look came after every write that had been asked for.
        #expect(hasLooked.wait(timeout: .now() + 60) == .success)
      }
      #expect(found.withLock { $0 } == [Self.picture, Self.picture, nil])
      writer.resume()
      cache.flush()
    }
  }

  @Test(
    "pictures that wait to be written take a bounded number of bytes, and those that wait longest go"
  )
  func boundsWaiting() throws {
    try withFolder { folder throws in
      let writer = DispatchQueue(label: "a slow disk")
      let cache = ImageCache(folder: folder, waitingLimit: 36, writer: writer, observer: nil)
      writer.suspend()
      for name in ["a", "b", "c", "d", "e"] { cache.keep(Self.picture, of: Self.url(name)) }
      writer.resume()
      cache.flush()
      let written = Set(["c", "d", "e"].map { CacheEntry.fileName(of: Self.url($0)) })
      #expect(Set(try names(in: folder)) == written)
      // When those are written, there is room again.
      cache.keepAndFlush(Self.picture, of: Self.url)
      #expect(try names(in: folder).count == 4)
    }
  }

  @Test("a folder that cannot be written to is no error") func unwritableFolder() throws {
    try withFolder { folder throws in
      let file = folder.appending(path: "file")
      try Data().write(to: file)
      let cache = ImageCache(folder: file)
      cache.keepAndFlush(Self.picture, of: Self.url)
      #expect(onDisk(cache) == nil)
      #expect(cache.pictureInMemory(of: Self.url) == Self.picture)
      cache.forgetMemory()
      #expect(cache.pictureInMemory(of: Self.url) == nil)
    }
  }

  @Test("file names are harmless and differ") func fileNamesAreHarmlessAndDiffer() {
    let urls = ["../../etc/passwd", "a", "b", String(repeating: "x", count: 5_000), "a/b?c=d"]
      .map(Self.url)
    let names = urls.map(CacheEntry.fileName)
    #expect(Set(names).count == urls.count)
    #expect(names.allSatisfy { $0.count == 40 && !$0.contains("/") })
  }
}

extension ImageCache {
  fileprivate func keepAndFlush(_ picture: Picture, of url: URL) {
    keep(picture, of: url)
    flush()
  }
}

@Suite(.repeatable) struct BoundedMemoryTests {
  @Test("the least recently used value is removed first") func removesLeastRecent() {
    var memory = BoundedMemory<String, Int>(limit: 3)
    for (value, key) in ["a", "b", "c"].enumerated() { memory.keep(value, cost: 1, for: key) }
    #expect(memory.value(for: "a") == 0)
    memory.keep(3, cost: 1, for: "d")
    #expect(memory.keys == ["d", "a", "c"])
    memory.keep(4, cost: 2, for: "e")
    #expect(memory.keys == ["e", "d"])
    #expect(memory.cost == 3)
  }

  @Test("a value that costs more than the limit is not kept, nor its older version")
  func expensiveValue() {
    var memory = BoundedMemory<String, Int>(limit: 3)
    memory.keep(1, cost: 3, for: "a")
    memory.keep(2, cost: 4, for: "a")
    #expect(memory.value(for: "a") == nil)
    #expect(memory.keys == [])
    #expect(memory.cost == 0)
  }

  @Test("ten thousand random uses agree with a simple list")
  func randomUses() {
    var memory = BoundedMemory<Int, Int>(limit: 50)
    var model: [(key: Int, cost: Int)] = []
    var generator = SplitMix(seed: 4)
    for _ in 0..<10_000 {
      let key = Int.random(in: 0..<30, using: &generator)
      let found = model.firstIndex { $0.key == key }
      if Bool.random(using: &generator) {
        #expect((memory.value(for: key) != nil) == (found != nil))
        if let found { model.insert(model.remove(at: found), at: 0) }
      } else {
        let cost = Int.random(in: 0...20, using: &generator)
        memory.keep(key, cost: cost, for: key)
        if let found { model.remove(at: found) }
        model.insert((key, cost), at: 0)
        while model.reduce(0, { $0 + $1.cost }) > 50 { model.removeLast() }
      }
      #expect(memory.keys == model.map(\.key))
      #expect(memory.cost == model.reduce(0) { $0 + $1.cost })
    }
  }
}
