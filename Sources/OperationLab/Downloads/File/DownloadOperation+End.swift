import Foundation

extension DownloadOperation {
  /// The right to end an operation, and what there is to tidy up.
  struct Claim: Sendable {
    var part: PartFile?
    var transfer: Transfer?
  }

  /// Whoever gets a claim ends the operation; everybody else gets nil.
  func claimEnd() -> Claim? {
    phase.withLock { phase in
      defer { phase = .over }
      switch phase {
      case .idle: return Claim()
      case .running(let part, let transfer, _): return Claim(part: part, transfer: transfer)
      case .over: return nil
      }
    }
  }

  func end(_ result: Result<URL, DownloadError>) {
    if let claim = claimEnd() { conclude(claim, result) }
  }

  /// Ends the operation from within an event: on another thread, because flushing takes its time
  /// and the thread of the session serves other transfers as well.
  func endSoon(_ result: Result<URL, DownloadError>) {
    guard let claim = claimEnd() else { return }
    DispatchQueue.global().async { self.conclude(claim, result) }
  }

  func conclude(_ claim: Claim, _ result: Result<URL, DownloadError>) {
    claim.transfer?.cancel()
    var result = result
    if case .success = result {
      do throws(DownloadError) { try claim.part?.finish() } catch { result = .failure(error) }
    }
    if case .failure = result, let part = claim.part {
      putAway(part)
      report(.progress(part.progress))
    }
    if case .success = result {
      success.withLock { $0 = true }
      do throws(DownloadError) { try keepInMemory(claim.part) } catch { result = .failure(error) }
    }
    // Finished first: whoever hears of the end may start the next operation on the same file.
    finish()
    report(.ended(result))
  }

  /// Reads the whole file, parts of which may have come in another operation.
  private func keepInMemory(_ part: PartFile?) throws(DownloadError) {
    guard keepsInMemory else { return }
    guard let data = try part?.wholeContents() else {
      throw .disk(doing: "read", path: destination.path, code: EIO)
    }
    memory.withLock { $0 = data }
  }

  func putAway(_ part: PartFile) {
    keepsPart.withLock { $0 } ? part.close() : part.discard()
  }
}
