import OperationLab

extension TimelineText {
  /// The characters of a picture.
  struct Glyphs {
    let isASCII: Bool
    let border: String
    let call: Bar
    let body: Bar
    let unfinished: String
    let open: String
    let shared: String
    let several: String
    /// Keeps a mark that is a letter apart from its label.
    let separator: String

    /// A bar's beginning, middle and end, and the bar that is one column wide.
    struct Bar {
      let first: String
      let fill: String
      let last: String
      let single: String
    }

    static let unicode = Glyphs(
      isASCII: false, border: "│", call: Bar(first: "├", fill: "─", last: "┤", single: "│"),
      body: Bar(first: "┝", fill: "━", last: "┥", single: "┃"), unfinished: "╌", open: "▷",
      shared: "▒", several: "*", separator: "")

    static let ascii = Glyphs(
      isASCII: true, border: "|", call: Bar(first: "[", fill: "-", last: "]", single: "I"),
      body: Bar(first: "[", fill: "=", last: "]", single: "H"), unfinished: ".", open: ">",
      shared: "#", several: "*", separator: ":")

    func mark(_ kind: Event.Kind) -> String {
      let (unicode, ascii) = Self.marks(kind)
      return isASCII ? ascii : unicode
    }

    private static func marks(_ kind: Event.Kind) -> (unicode: String, ascii: String) {
      switch kind {
      case .enqueued: ("+", "+")
      case .started: ("(", "(")
      case .returned: (")", ")")
      case .began: ("<", "{")
      case .ended: (">", "}")
      case .cancelled: ("×", "x")
      case .finished: ("✓", "v")
      case .announced: ("○", "a")
      case .completed: ("◆", "c")
      case .observed: ("◦", "o")
      case .waiting: ("◌", "w")
      case .opened: ("●", "g")
      case .timedOut: ("!", "!")
      case .suspended: ("‖", "s")
      case .resumed: ("▸", "r")
      case .released: ("~", "~")
      case .settled: ("·", ".")
      case .progressed: ("▪", "p")
      case .noted: ("•", "n")
      }
    }
  }
}
