import Dispatch

/// Whether nobody holds the object any more, or will not in a moment.
///
/// The last reference is often on a thread that has just called back and is about to drop it. There
/// is no later event to wait for, so this asks again until a minute are over.
func isReleased(_ object: () -> AnyObject?) -> Bool {
  let deadline = ContinuousClock.now + .seconds(60)
  let nobody = DispatchSemaphore(value: 0)
  while object() != nil, ContinuousClock.now < deadline {
    _ = nobody.wait(timeout: .now() + .milliseconds(5))
  }
  return object() == nil
}
