/// What a program needs of the machine, and does not get.
extension Bench {
  /// The subject of the event that says so; the parent then takes the run for not decided.
  static let surroundings = "surroundings"

  /// Notes that the program cannot show anything here.
  ///
  /// - Parameter what: what is missing and what to do, in one line.
  package func lack(_ what: String) { log(Self.surroundings)(.noted, note: what) }
}
