// Operations that one expression cannot make: `--make` takes statements, of which the last returns it.

/// A subclass for a class that leaves its work to subclasses: its own method ends the process.
struct GeneratedSubclass {
  let name = "Checked"
  private let superclass: String
  private let method: String
  private let work: String

  /// - Parameters:
  ///   - superclass: as one writes it, with its generic arguments.
  ///   - family: the class, its superclass, and so on.
  /// - Returns: `nil` if it leaves nothing to subclasses, or nothing that can be guessed.
  init?(of superclass: String, _ family: [ClassDeclaration]) {
    self.superclass = superclass
    // Of each name the one that counts: the nearest.
    var seen: Set<String> = []
    let methods = family.flatMap(\.methods).filter { seen.insert($0.name).inserted }
    guard let method = methods.first(where: { $0.isAbstract && $0.parameters.isEmpty }) else {
      return nil
    }
    self.method = method.name
    let end = methods.first { method in
      !method.isAbstract && method.parameters.allSatisfy(\.hasDefault)
        && method.name.lowercased().contains(/^(mark)?(finish|complet|done|end)/)
    }
    work = end.map { "probe?.begin { self.\($0.name)() }" } ?? "probe?.run()"
  }

  /// The statements, around the call that makes one.
  func making(_ call: String) -> String {
    """
    class \(name): \(superclass), @unchecked Sendable { var probe: Probe?; \
    override func \(method)() { \(work) } }; \
    let operation = \(call); operation.probe = probe; return operation
    """
  }
}

/// Work that is set after the operation is made.
struct SetWork {
  private let property: String
  private let work: String

  /// `nil` if no variable of the class or its superclasses takes work.
  init?(_ family: [ClassDeclaration], _ names: Typealiases) {
    let found = family.flatMap(\.properties).lazy
      .map { (name: $0.label ?? "", argument: Argument($0, names)) }
      .first { $0.argument.isWork && !$0.argument.text.contains("<#") }
    guard let found else { return nil }
    (property, work) = (found.name, found.argument.text)
  }

  /// The statements, around the call that makes one.
  func making(_ call: String) -> String {
    "let operation = \(call); operation.\(property) = \(work); return operation"
  }
}
