import Dispatch

/// Whether the object is released, now or within a minute.
///
/// The last reference often belongs to a thread that has just called back and is about to drop it.
/// No later event marks that moment, so this function polls.
func isReleased(_ object: () -> AnyObject?) -> Bool {
  let deadline = ContinuousClock.now + .seconds(60)
  let never = DispatchSemaphore(value: 0)
  while object() != nil, ContinuousClock.now < deadline {
    _ = never.wait(timeout: .now() + .milliseconds(5))
  }
  return object() == nil
}
