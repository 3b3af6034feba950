import Dispatch

/// The caller waits for a place for each transfer, and for the last ones at the end.
func loadAll(_ transfers: [(@escaping () -> Void) -> Void]) {
  let places = DispatchSemaphore(value: 6)
  let group = DispatchGroup()
  for begin in transfers {
    places.wait()
    group.enter()
    begin {
      places.signal()
      group.leave()
    }
  }
  group.wait()
}
