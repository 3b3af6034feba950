import OperationCourse

/// What to give `--make` for a class that was found in a file.
struct Suggestion: Hashable {
  let declaration: ClassDeclaration
  /// The expression; a value that only the user can know is `<#its type#>`.
  let expression: String

  /// Whether the user must fill in something.
  var hasGaps: Bool { expression.contains("<#") }

  /// The subclasses of `Operation` among the classes, each with its expression.
  ///
  /// A class whose superclass is in none of the files counts if that one is called so:
  /// `…Operation`.
  /// - Parameter names: what names of types in the files stand for.
  static func all(
    among classes: [ClassDeclaration], names: Typealiases = Typealiases()
  ) -> [Suggestion] {
    classes.filter { isOperation($0, among: classes) }.map { declaration in
      let names = names.adding(declaration.genericParameters)
      let family = lineage(of: declaration, among: classes)
      let subclass = GeneratedSubclass(of: declaration.callee, family)
      let made = initialisers(of: declaration, among: classes)
        .map { Call(subclass?.name ?? declaration.callee, $0, names) }
      // Of equals, the first: `min` keeps it.
      let best = made.min { $0.rank < $1.rank }
      let call = best?.text ?? "\(subclass?.name ?? declaration.callee)()"
      let isWorkless = best?.rank.withoutWork != 0
      let expression =
        subclass?.making(call)
        ?? (isWorkless ? SetWork(family, names)?.making(call) : nil)
        ?? call
      return Suggestion(declaration: declaration, expression: declaration.onMainActor(expression))
    }
  }

  private static func isOperation(
    _ declaration: ClassDeclaration, among classes: [ClassDeclaration]
  ) -> Bool {
    lineage(of: declaration, among: classes).last?.inherited.first?.hasSuffix("Operation") == true
  }

  /// The class, its superclass, and so on as far as they are in the files.
  private static func lineage(
    of declaration: ClassDeclaration, among classes: [ClassDeclaration]
  ) -> [ClassDeclaration] {
    var line = [declaration]
    while let parent = line.last?.inherited.first,
      let next = classes.first(where: { $0.name == parent }), !line.contains(next)
    {
      line.append(next)
    }
    return line
  }

  /// Its own initialisers, or the inherited ones if it declares none that is designated.
  private static func initialisers(
    of declaration: ClassDeclaration, among classes: [ClassDeclaration]
  ) -> [ClassDeclaration.Initialiser] {
    var found: [ClassDeclaration.Initialiser] = []
    for ancestor in lineage(of: declaration, among: classes) {
      found += ancestor.initialisers
      if ancestor.initialisers.contains(where: { !$0.isConvenience }) { return found }
    }
    let block = ClassDeclaration.Parameter(
      label: "block", type: ["(", ")", "->", "Void"], hasDefault: false)
    let isBlock = lineage(of: declaration, among: classes).last?.inherited.first == "BlockOperation"
    return found + [.init(parameters: isBlock ? [block] : [], isConvenience: false)]
  }
}

/// A call of an initialiser with the best arguments that can be guessed.
private struct Call {
  let text: String
  /// Lower is better: no gaps, then work of the probe's, then few arguments.
  let rank: (gaps: Int, withoutWork: Int, arguments: Int)

  init(_ type: String, _ initialiser: ClassDeclaration.Initialiser, _ names: Typealiases) {
    let given = initialiser.parameters.filter { !$0.hasDefault || Argument($0, names).isWork }
    let arguments = given.map { Argument($0, names) }
    var written = zip(given, arguments).map { parameter, argument in
      (parameter.label.map { "\($0): " } ?? "") + argument.text
    }
    var trailing = ""
    if let last = arguments.last, last.text.hasPrefix("{"), !initialiser.isFailable {
      written.removeLast()
      trailing = " " + last.text
    }
    let hasList = !written.isEmpty || trailing.isEmpty
    let list = hasList ? "(\(written.joined(separator: ", ")))" : ""
    text = type + list + trailing + (initialiser.isFailable ? "!" : "")
    rank = (
      arguments.count { $0.text.contains("<#") }, arguments.contains(where: \.isWork) ? 0 : 1,
      given.count
    )
  }
}

extension ClassDeclaration {
  /// The type to call, with a type for each parameter that it has: nearly all take a number.
  fileprivate var callee: String {
    genericParameters.isEmpty
      ? name : "\(name)<\(genericParameters.map { _ in "Int" }.joined(separator: ", "))>"
  }

  /// The expression where only the main actor may make one: trials make them on the main thread.
  fileprivate func onMainActor(_ expression: String) -> String {
    isOnMainActor ? "MainActor.assumeIsolated { \(expression) }" : expression
  }
}

extension Typealiases {
  /// With `Int` for each of these names, too.
  fileprivate func adding(_ parameters: [String]) -> Typealiases {
    var copy = self
    for name in parameters { copy.set(name, to: ["Int"]) }
    return copy
  }
}

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
