/// The first decided result, or else the third. A crowded machine can leave one undecided.
func decided<Result>(
  unless isUndecided: (Result) -> Bool, _ run: () throws -> Result
) rethrows -> Result {
  for _ in 1..<3 {
    let result = try run()
    if !isUndecided(result) { return result }
  }
  return try run()
}
