import APICallReading
import APICallSafety
import APICallText

/// Replaces secrets in the texts of a recording.
///
/// In requests, a secret becomes a gap that matches any text. In responses it becomes `masked-1`,
/// `masked-2` and so on: the same text has the same number in the whole recording, so that a token
/// of one response still fits later.
struct RecordingMask {
  enum Side {
    case request, response
  }

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

  /// What is kept of a text, whatever its name and its shape.
  enum Kept {
    case nothing, all
    /// What begins in one of these ranges, which are in order.
    case ranges([Range<Int>])
  }

  /// How many bytes of credentials are found elsewhere in all spellings: servers may send lists of
  /// thousands of them.
  private static let mostEncoded = 64 << 10

  private let known: SecretSearch
  /// The secrets that stand where a name or a shape shows them.
  private let found: SecretSearch
  /// The secrets that names and shapes show somewhere in the run; nil while they are collected.
  let shown: ShownSecrets?
  private let short: [[UInt8]]
  private var numbers: [[UInt8]: Int] = [:]
  /// The largest number so far.
  private var count = 0
  private var counted = [Int](repeating: 0, count: Rule.allCases.count)
  /// Whether the marks of the requests are used; false only in a test that leaves out masks by value.
  private let usesMarks: Bool
  /// Whether a secret is too short to be masked where it stands.
  private(set) var meetsShort = false
  /// The secrets that names and shapes have shown so far, by rule.
  private(set) var replaced: [[UInt8]: Rule] = [:]
  /// The names that contain a secret by its value, and keep their text.
  private(set) var keptNames: Set<[UInt8]> = []
  /// How many JSON texts are around the one that is masked, each in a string of the other.
  var depth = 0

  init(hiding secrets: [[UInt8]], short: [[UInt8]], shown: ShownSecrets? = nil) {
    known = SecretSearch(for: secrets)
    found = SecretSearch(for: shown?.searched ?? [], encoded: Self.mostEncoded)
    self.shown = shown
    self.short = short
    usesMarks = !secrets.isEmpty || !short.isEmpty
  }

  /// What was masked: `2 by value, 1 by name`; empty if nothing was.
  var counts: String {
    Rule.allCases.filter { counted[$0.rawValue] > 0 }
      .map { "\(counted[$0.rawValue]) \($0.words)" }.joined(separator: ", ")
  }

  mutating func replaced(_ text: [UInt8], _ side: Side, by rule: Rule) -> [UInt8] {
    guard !Self.isMask(text) else { return text }
    return replacement(of: text, side, by: rule)
  }

  mutating func noteShort() { meetsShort = true }

  /// Whether a text may be a credential; in a request, whose text is compared with a gap, any may
  /// be.
  func isCredential(_ text: [UInt8], _ side: Side) -> Bool {
    side == .request || CredentialText.isPossible(text)
  }

  /// Whether a value of a request is one that an earlier response has named.
  func isSent(_ value: [UInt8], _ side: Side) -> Bool {
    side == .request && shown?.isSent(value) == true
  }

  private mutating func replacement(of text: [UInt8], _ side: Side, by rule: Rule) -> [UInt8] {
    counted[rule.rawValue] += 1
    if rule != .value { replaced[text] = rule }
    guard side == .response else { return Array(RecordingDeclaration.gap.utf8) }
    return Self.prefix + Array(String(number(of: text)).utf8)
  }

  /// The number of a text; it is the same if the text is escaped.
  private mutating func number(of text: [UInt8]) -> Int {
    if let number = numbers[text] { return number }
    let readings = text.count <= ShownSecrets.longest ? Redactor.readings(of: text) : [text]
    let known = readings.compactMap { numbers[$0] }.first
    if known == nil { count += 1 }
    for reading in readings where numbers[reading] == nil { numbers[reading] = known ?? count }
    return known ?? count
  }

  private static let prefix = Array("masked-".utf8)

  static func isMask(_ text: some Collection<UInt8>) -> Bool {
    text.elementsEqual(RecordingDeclaration.gap.utf8)
      || text.starts(with: prefix) && text.count > prefix.count
        && text.dropFirst(prefix.count).allSatisfy(\.isASCIIDigit)
  }

  mutating func masked(
    _ text: ProtectedText, _ side: Side, naming named: [Range<Int>] = [],
    with words: [Range<Int>] = [], keeping kept: Kept = .nothing, allowsShort: Bool = false
  ) -> [UInt8] {
    let bytes = text.revealedBytes
    var names: [Range<Int>] = []
    let own = usesMarks ? text : ProtectedText(bytes: bytes)
    let byValue = keepingNames(words, of: known.protecting(own), marking: own)
    var marked = byValue
    if case .all = kept {
    } else {
      func isOpen(_ start: Int) -> Bool { !kept.contains(start) }
      names = named.filter {
        isOpen($0.lowerBound) && !Self.isMask(bytes[$0]) && isCredential(Array(bytes[$0]), side)
      }
      names.sort { $0.lowerBound < $1.lowerBound }
      let shapes = SecretShape.matches(in: bytes).map(\.range).filter { isOpen($0.lowerBound) }
      let again = found.protecting(ProtectedText(bytes: bytes)).secretRanges
        .filter { isOpen($0.lowerBound) }
      marked = marked.protecting(
        (names + shapes + again).map {
          ProtectedText.Stretch(start: $0.lowerBound, end: $0.upperBound)
        })
    }
    var values = byValue.secretRanges[...]
    var (result, position, rest): ([UInt8], Int, ArraySlice<Range<Int>>) = ([], 0, names[...])
    for stretch in marked.stretches {
      let end = position + stretch.bytes.count
      defer { position = end }
      guard stretch.isSecret else {
        if !allowsShort, side == .response { lookForShort(in: stretch.bytes) }
        result += stretch.bytes
        continue
      }
      let isNamed = rest.popAll(before: end), isValue = values.popAll(before: end)
      let rule =
        isNamed ? Rule.name : isValue ? .value : shown?.rule(of: stretch.bytes) ?? .shape
      if rule == .value, !allowsShort, stretch.bytes.count < Redactor.shortest { meetsShort = true }
      result += replacement(of: stretch.bytes, side, by: rule)
    }
    return result
  }

  /// Whether a name contains a secret only by its value, and therefore keeps its text.
  mutating func keepsName(_ text: [UInt8]) -> Bool {
    guard NameText.isName(text), known.finds(in: text) else { return false }
    keptNames.insert(text)
    return true
  }

  /// The secrets in a text without those that are in names by chance.
  private mutating func keepingNames(
    _ names: [Range<Int>], of text: ProtectedText, marking own: ProtectedText
  ) -> ProtectedText {
    guard !names.isEmpty, text.holdsSecret else { return text }
    var (names, marks) = (names[...], own.secretRanges[...])
    let bytes = text.revealedBytes
    return own.protecting(
      text.secretRanges.compactMap { secret in
        names = names.drop { $0.upperBound <= secret.lowerBound }
        marks = marks.drop { $0.upperBound <= secret.lowerBound }
        if let name = names.first, name.lowerBound <= secret.lowerBound,
          secret.upperBound <= name.upperBound,
          marks.first.map({ $0.lowerBound >= secret.upperBound }) ?? true
        {
          keptNames.insert(Array(bytes[name]))
          return nil
        }
        return ProtectedText.Stretch(start: secret.lowerBound, end: secret.upperBound)
      })
  }

  private mutating func lookForShort(in text: [UInt8]) {
    guard !meetsShort else { return }
    for secret in short {
      var rest = text[...]
      while let range = rest.firstRange(of: secret) {
        let isNumber = text[..<range.lowerBound].suffix(Self.prefix.count) == Self.prefix[...]
        if text.hasWord(at: range), !isNumber {
          meetsShort = true
          return
        }
        rest = text[(range.lowerBound + 1)...]
      }
    }
  }
}

extension RecordingMask.Kept {
  fileprivate func contains(_ start: Int) -> Bool {
    switch self {
    case .nothing: return false
    case .all: return true
    case .ranges(let ranges):
      var (low, high) = (0, ranges.count)
      while low < high {
        let middle = (low + high) / 2
        if ranges[middle].upperBound <= start { low = middle + 1 } else { high = middle }
      }
      return low < ranges.count && ranges[low].contains(start)
    }
  }
}

extension [UInt8] {
  /// Whether a part of a text is not a part of a longer word.
  func hasWord(at range: Range<Int>) -> Bool {
    let isBegun = range.lowerBound > 0 && self[range.lowerBound - 1].isASCIILetterOrDigit
    let isContinued = range.upperBound < count && self[range.upperBound].isASCIILetterOrDigit
    return !isBegun && !isContinued
  }
}

extension ArraySlice<Range<Int>> {
  fileprivate mutating func popAll(before end: Int) -> Bool {
    let count = prefix { $0.lowerBound < end }.count
    removeFirst(count)
    return count > 0
  }
}

extension ProtectedText {
  /// The places of the secrets, in order.
  var secretRanges: [Range<Int>] {
    guard holdsSecret else { return [] }
    var (ranges, position): ([Range<Int>], Int) = ([], 0)
    for stretch in stretches {
      let end = position + stretch.bytes.count
      if stretch.isSecret { ranges.append(position..<end) }
      position = end
    }
    return ranges
  }
}
