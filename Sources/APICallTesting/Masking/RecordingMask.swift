import APICallBase
import APICallSpec

/// Replaces secrets in the texts of a recording.
///
/// In requests, a secret becomes a gap that matches any text. In responses it becomes `masked-1`,
/// `masked-2` and so on: the same text has the same number in the whole recording, so that a token
/// of one response still fits later.
struct RecordingMask {
  /// The side of an exchange.
  enum Side {
    case request, response
  }

  /// Why a text is replaced.
  enum Rule: Int, CaseIterable {
    case value, name, shape

    var words: String {
      switch self {
      case .value: "by value"
      case .name: "by name"
      case .shape: "by shape"
      }
    }
  }

  /// The length of the shortest text that is searched for elsewhere because a field has the name of
  /// a credential; a shorter one may be an ordinary word.
  private static let shortestFound = 12

  private let known: SecretSearch
  /// The secrets that stand where a name or a shape shows them.
  private var found = SecretSearch(for: [])
  private let short: [[UInt8]]
  private var numbers: [[UInt8]: Int] = [:]
  private var counted = [Int](repeating: 0, count: Rule.allCases.count)
  /// Whether the marks of the requests are used; false only in a test that leaves out masks by value.
  private let usesMarks: Bool
  /// Whether a secret is too short to be masked where it stands.
  private(set) var meetsShort = false

  /// Prepares to mask.
  ///
  /// - Parameters:
  ///   - secrets: the secrets of the run that are searched for.
  ///   - short: those that are too short for that.
  init(hiding secrets: [[UInt8]], short: [[UInt8]]) {
    known = SecretSearch(for: secrets)
    self.short = short
    usesMarks = !secrets.isEmpty || !short.isEmpty
  }

  /// Adds secrets that names and shapes show, which are then masked elsewhere as well.
  mutating func learn(_ secrets: Set<[UInt8]>) {
    let long = secrets.filter { $0.count >= Self.shortestFound && Redactor.isSearchable($0) }
    found = SecretSearch(for: long.sorted { $0.lexicographicallyPrecedes($1) })
  }

  /// What was masked: `2 by value, 1 by name`; empty if nothing was.
  var counts: String {
    Rule.allCases.filter { counted[$0.rawValue] > 0 }
      .map { "\(counted[$0.rawValue]) \($0.words)" }.joined(separator: ", ")
  }

  /// Replaces a whole text.
  mutating func replaced(_ text: [UInt8], _ side: Side, by rule: Rule) -> [UInt8] {
    counted[rule.rawValue] += 1
    return replacement(of: text, side)
  }

  /// What stands in the place of a secret.
  private mutating func replacement(of text: [UInt8], _ side: Side) -> [UInt8] {
    guard side == .response else { return Array(RecordingDeclaration.gap.utf8) }
    let number = numbers[text] ?? numbers.count + 1
    numbers[text] = number
    return Array("masked-\(number)".utf8)
  }

  /// Replaces the secrets in a text.
  ///
  /// - Parameters:
  ///   - text: the text; what it marks as secret is replaced as well.
  ///   - side: the side of the exchange.
  ///   - isKept: whether names and shapes do not count here.
  ///   - allowsShort: whether secrets of any length may stand here, since the whole text is masked
  ///     or is a header field.
  /// - Returns: the text as it may be written.
  mutating func masked(
    _ text: ProtectedText, _ side: Side, isKept: Bool = false, allowsShort: Bool = false
  ) -> [UInt8] {
    let plain = ProtectedText(bytes: text.revealedBytes)
    var marked = known.protecting(usesMarks ? text : plain)
    counted[Rule.value.rawValue] += marked.stretches.count { $0.isSecret }
    if !isKept {
      let before = marked.stretches.count { $0.isSecret }
      marked = found.protecting(marked)
      marked = marked.protecting(
        SecretShape.matches(in: text.revealedBytes).map {
          ProtectedText.Stretch(start: $0.range.lowerBound, end: $0.range.upperBound)
        })
      counted[Rule.shape.rawValue] += max(0, marked.stretches.count { $0.isSecret } - before)
    }
    var result: [UInt8] = []
    for stretch in marked.stretches {
      if stretch.isSecret {
        if !allowsShort, stretch.bytes.count < Redactor.shortest { meetsShort = true }
        result += replacement(of: stretch.bytes, side)
      } else {
        if !allowsShort, side == .response { lookForShort(in: stretch.bytes) }
        result += stretch.bytes
      }
    }
    return result
  }

  /// Notes whether a short secret stands in a text as a word of its own.
  mutating func lookForShort(in text: [UInt8]) {
    guard !meetsShort else { return }
    for secret in short {
      var rest = text[...]
      while let range = rest.firstRange(of: secret) {
        let isBegun = range.lowerBound > 0 && text[range.lowerBound - 1].isASCIILetterOrDigit
        let isContinued =
          range.upperBound < text.count && text[range.upperBound].isASCIILetterOrDigit
        if !isBegun, !isContinued {
          meetsShort = true
          return
        }
        rest = text[(range.lowerBound + 1)...]
      }
    }
  }

  /// Notes a secret that stands in a request where it cannot be masked by its value.
  mutating func noteShort() { meetsShort = true }
}
