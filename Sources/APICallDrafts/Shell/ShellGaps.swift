/// What a shell would insert into words: the values of variables, and the output of commands.
///
/// Nothing is executed, so a word contains a character for private use in the place of each, from
/// plane 15 of Unicode.
struct ShellGaps: Sendable {
  /// A value that is not known.
  enum Gap: Sendable, Hashable {
    case variable(String)
    /// The output of a command, or a value that only a shell knows, with a name for it, and with what
    /// tells it from others.
    case other(String, of: String)
  }

  private static let first: UInt32 = 0xF0000
  private static let count = 0x8000

  private var gaps: [Gap] = []
  private var places: [Gap: Int] = [:]

  /// Whether a character stands for a value in words, so that no text can contain it.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    (first..<first + UInt32(count)).contains(scalar.value)
  }

  /// The character that stands for a value.
  ///
  /// Returns the character; nil if there are too many values.
  mutating func mark(for gap: Gap) -> Unicode.Scalar? {
    let place = places[gap] ?? gaps.count
    guard place < Self.count else { return nil }
    if place == gaps.count {
      gaps.append(gap)
      places[gap] = place
    }
    return Unicode.Scalar(Self.first + UInt32(place))
  }

  /// The value that a character stands for; nil for a character of the text.
  func gap(of scalar: Unicode.Scalar) -> Gap? {
    guard Self.isMark(scalar) else { return nil }
    let place = Int(scalar.value - Self.first)
    return place < gaps.count ? gaps[place] : nil
  }

  /// A value of its own, with a name.
  func new(_ name: String) -> Gap { .other(name, of: "\(gaps.count)") }

  static func occur(in text: some StringProtocol) -> Bool {
    text.unicodeScalars.contains(where: isMark)
  }

  /// A name without values that are not known, which no name of an item or a part can have.
  static func removed(from name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.filter { !isMark($0) }))
  }

  /// The one value that is the whole text; nil if there is more, or less.
  func whole(_ text: String) -> Gap? {
    let scalars = text.unicodeScalars
    guard let scalar = scalars.first, scalars.count == 1 else { return nil }
    return gap(of: scalar)
  }
}
