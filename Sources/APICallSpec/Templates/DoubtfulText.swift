import APICallBase

/// Text that looks like a placeholder but is not one: a name after a `<` without a `>`, or a name
/// in the notation of another tool.
///
/// It is text unless a value has that name, or unless such text is unlikely in its place.
package struct DoubtfulText: Sendable {
  /// The notation of the text.
  enum Form {
    /// `<name` without a `>`.
    case unclosed
    /// `{name}`, which is a token in a path and common in other texts.
    case braces
    /// `{{name}}` or `${name}`, as in templates and shells.
    case foreign
    /// `$name`, as a separate word.
    case variable
    /// `<name` and what would be an expression without this fault.
    case expression(PlaceholderFault)
  }

  /// The name as written.
  package let name: String
  /// The name and the parts of its value that follow, such as `login.token`.
  package let path: String
  /// The name with the characters around it.
  let span: TemplateSpan
  let form: Form
  /// The place of its beginning in bytes of the template, if it was found there.
  var place: Int?

  /// Whether it is a token in a path.
  var isToken: Bool { if case .braces = form { true } else { false } }

  /// The maximum number of such texts that are checked in one template.
  private static let limit = 1000

  /// Finds `{name}`, `{{name}}`, `{{ name }}`, `${name}` and `$name`.
  ///
  /// - Parameter template: the text.
  /// - Returns: the texts, from left to right.
  static func ofOtherTools(in template: Template) -> [DoubtfulText] {
    var found: [DoubtfulText] = []
    for case .text(let text) in template.parts
    where text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "$") }) {
      let bytes = Array(text.utf8)
      var position = 0
      while position < bytes.count, found.count < limit {
        guard let match = match(at: position, in: bytes) else {
          position += 1
          continue
        }
        let written = String(decoding: bytes[match.range], as: UTF8.self)
        found.append(
          DoubtfulText(
            name: match.name, path: match.path,
            span: TemplateSpan(
              container: template.mark, placeholder: written, range: 0..<match.range.count),
            form: match.form))
        position = match.range.upperBound
      }
    }
    return found
  }

  /// A name in the notation of another tool, and its place.
  private typealias Match = (name: String, path: String, range: Range<Int>, form: Form)

  private static func match(at position: Int, in bytes: [UInt8]) -> Match? {
    switch bytes[position] {
    case UInt8(ascii: "{"): return braces(at: position, in: bytes)
    case UInt8(ascii: "$"): return variable(at: position, in: bytes)
    default: return nil
    }
  }

  /// `$name`, unless it is part of a longer word.
  private static func variable(at dollar: Int, in bytes: [UInt8]) -> Match? {
    func isOfWord(_ position: Int) -> Bool {
      guard bytes.indices.contains(position) else { return false }
      return Identifier.allows(bytes[position], first: false)
        || bytes[position] == UInt8(ascii: "$")
    }
    var end = dollar + 1
    while end < bytes.count, Identifier.allows(bytes[end], first: end == dollar + 1) { end += 1 }
    guard end > dollar + 1, !isOfWord(dollar - 1), !isOfWord(end) else { return nil }
    let pathEnd = endOfParts(from: end, in: bytes)
    return (
      String(decoding: bytes[(dollar + 1)..<end], as: UTF8.self),
      String(decoding: bytes[(dollar + 1)..<pathEnd], as: UTF8.self), dollar..<pathEnd, .variable
    )
  }

  /// A name in one or two pairs of braces.
  private static func braces(at open: Int, in bytes: [UInt8]) -> Match? {
    func has(_ character: Unicode.Scalar, at position: Int) -> Bool {
      bytes.indices.contains(position) && bytes[position] == UInt8(ascii: character)
    }
    let isDouble = has("{", at: open + 1)
    var start = open + (isDouble ? 2 : 1)
    while isDouble, has(" ", at: start) { start += 1 }
    var end = start
    while end < bytes.count, Identifier.allows(bytes[end], first: end == start) { end += 1 }
    guard end > start else { return nil }
    let pathEnd = endOfParts(from: end, in: bytes)
    var close = pathEnd
    while isDouble, has(" ", at: close) { close += 1 }
    guard has("}", at: close), !isDouble || has("}", at: close + 1) else { return nil }
    let hasDollar = !isDouble && has("$", at: open - 1)
    return (
      String(decoding: bytes[start..<end], as: UTF8.self),
      String(decoding: bytes[start..<pathEnd], as: UTF8.self),
      (hasDollar ? open - 1 : open)..<close + (isDouble ? 2 : 1),
      isDouble || hasDollar ? .foreign : .braces
    )
  }

  /// The end of the parts after a name: any number of `.name` and `[0]`.
  static func endOfParts(from start: Int, in bytes: [UInt8]) -> Int {
    var end = start
    while end < bytes.count {
      var next = end + 1
      switch bytes[end] {
      case UInt8(ascii: "."):
        while next < bytes.count, Identifier.allows(bytes[next], first: next == end + 1) {
          next += 1
        }
        guard next > end + 1 else { return end }
      case UInt8(ascii: "["):
        while next < bytes.count, bytes[next].isASCIIDigit { next += 1 }
        guard next > end + 1, next < bytes.count, bytes[next] == UInt8(ascii: "]")
        else { return end }
        next += 1
      default: return end
      }
      end = next
    }
    return end
  }
}
