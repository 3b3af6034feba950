// misses: no-idle
import Foundation

func downloadAll(_ files: [@Sendable () async -> Void]) async {
  let middle = (files.count + 1) / 2
  async let first: Void = load(files[..<middle])
  async let second: Void = load(files[middle...])
  _ = await (first, second)
}

func load(_ files: ArraySlice<@Sendable () async -> Void>) async {
  for file in files { await file() }
}
