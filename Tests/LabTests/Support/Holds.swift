import Foundation

/// Looks again and again until a condition holds that no thread of this process can announce.
func holds(_ condition: () -> Bool) -> Bool {
  let deadline = Date(timeIntervalSinceNow: 600)
  while Date() < deadline {
    if condition() { return true }
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(2))
  }
  return false
}
