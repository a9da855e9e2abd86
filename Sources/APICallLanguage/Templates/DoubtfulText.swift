import APICallText

/// Text that looks like a placeholder but is not one: a name after a `<` without a `>`, or a name
/// in the notation of another tool or language.
///
/// It is text unless a value has that name, or unless such text is unlikely in its place. A run warns
/// of text that is not common otherwise.
package struct DoubtfulText: Sendable {
  /// The notation of the text.
  package enum Form {
    /// `<name` without a `>`.
    case unclosed
    /// `{name}`, which is a token in a path and common in other texts.
    case braces
    /// `{{name}}` or `${name}`, as in templates and shells.
    case foreign
    /// `$name`, as a separate word.
    case variable
    /// `\(name)`, as in jq.
    case interpolation
    /// `:name` between slashes, which is a segment of a path and common in other texts.
    case segment
    /// `<name` and what would be an expression without this fault.
    case expression(PlaceholderFault)
    /// An expression of another language with this fault: `<$name>`, `<!name>`, `<[name]>`.
    case lookalike(PlaceholderFault)
    /// An expression that begins with a quote, a number or a parenthesis, with this fault.
    case possible(PlaceholderFault)
    /// A whole JSON text in place of a value.
    case json
    /// `@path` as a part of a multipart body, which is a file in other tools.
    case file
  }

  package let name: String
  /// The name and the parts of its value that follow, such as `login.token`.
  package let path: String
  package let span: TemplateSpan
  package let form: Form
  /// The place of its beginning in bytes of the template, if it was found there.
  var place: Int?

  package init(name: String, path: String, span: TemplateSpan, form: Form, place: Int? = nil) {
    self.name = name
    self.path = path
    self.span = span
    self.form = form
    self.place = place
  }

  /// Whether it looks like a placeholder in a path, where `{name}` is a token, or elsewhere, where
  /// `:name` is common.
  package func isMeant(inPath isPath: Bool) -> Bool {
    switch form {
    case .braces: !isPath
    case .segment: isPath
    default: true
    }
  }

  /// The maximum number of such texts that are checked in one template.
  private static let limit = 1000

  /// Finds `{name}`, `{{name}}`, `{{ name }}`, `${name}`, `$name`, `\(name)` and `/:name`.
  package static func ofOtherTools(in template: Template) -> [DoubtfulText] {
    var found: [DoubtfulText] = []
    for case .text(let text) in template.parts
    where text.utf8.contains(where: { "{$\\:".utf8.contains($0) }) {
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

  private typealias Match = (name: String, path: String, range: Range<Int>, form: Form)

  private static func match(at position: Int, in bytes: [UInt8]) -> Match? {
    switch bytes[position] {
    case UInt8(ascii: "{"): return braces(at: position, in: bytes)
    case UInt8(ascii: "$"): return variable(at: position, in: bytes)
    case UInt8(ascii: "\\"): return interpolation(at: position, in: bytes)
    case UInt8(ascii: ":"): return segment(at: position, in: bytes)
    default: return nil
    }
  }

  /// `\(name)`, with anything after the name.
  private static func interpolation(at backslash: Int, in bytes: [UInt8]) -> Match? {
    guard backslash + 1 < bytes.count, bytes[backslash + 1] == UInt8(ascii: "("),
      let (name, path, end) = path(at: backslash + 2, in: bytes),
      let close = bytes[end...].firstIndex(of: UInt8(ascii: ")"))
    else { return nil }
    return (name, path, backslash..<close + 1, .interpolation)
  }

  /// `:name` as a whole segment.
  private static func segment(at colon: Int, in bytes: [UInt8]) -> Match? {
    guard colon > 0, bytes[colon - 1] == UInt8(ascii: "/"),
      let (name, _, end) = path(at: colon + 1, in: bytes),
      end == bytes.count || "/?".utf8.contains(bytes[end])
    else { return nil }
    return (name, name, colon..<end, .segment)
  }

  /// A name with the parts after it, and their end; nil without a name.
  static func path(
    at start: Int, in bytes: [UInt8]
  ) -> (name: String, path: String, end: Int)? {
    let end = Identifier.end(from: start, in: bytes)
    guard end > start else { return nil }
    let pathEnd = endOfParts(from: end, in: bytes)
    return (
      String(decoding: bytes[start..<end], as: UTF8.self),
      String(decoding: bytes[start..<pathEnd], as: UTF8.self), pathEnd
    )
  }

  /// `$name`, unless it is part of a longer word.
  private static func variable(at dollar: Int, in bytes: [UInt8]) -> Match? {
    func isOfWord(_ position: Int) -> Bool {
      guard bytes.indices.contains(position) else { return false }
      return Identifier.allows(bytes[position], first: false)
        || bytes[position] == UInt8(ascii: "$")
    }
    guard let (name, path, end) = path(at: dollar + 1, in: bytes), !isOfWord(dollar - 1),
      !isOfWord(dollar + 1 + name.utf8.count)
    else { return nil }
    // `<$name>` is noted as a whole.
    if dollar > 0, bytes[dollar - 1] == UInt8(ascii: "<"), bytes[end...].contains(0x3E) {
      return nil
    }
    return (name, path, dollar..<end, .variable)
  }

  private static func braces(at open: Int, in bytes: [UInt8]) -> Match? {
    func has(_ character: Unicode.Scalar, at position: Int) -> Bool {
      bytes.indices.contains(position) && bytes[position] == UInt8(ascii: character)
    }
    let isDouble = has("{", at: open + 1)
    var start = open + (isDouble ? 2 : 1)
    while isDouble, has(" ", at: start) { start += 1 }
    guard let (name, path, end) = path(at: start, in: bytes) else { return nil }
    var close = end
    while isDouble, has(" ", at: close) { close += 1 }
    guard has("}", at: close), !isDouble || has("}", at: close + 1) else { return nil }
    let hasDollar = !isDouble && has("$", at: open - 1)
    return (
      name, path, (hasDollar ? open - 1 : open)..<close + (isDouble ? 2 : 1),
      isDouble || hasDollar ? .foreign : .braces
    )
  }

  /// The end of the parts after a name: any number of `.name` and `[0]`.
  private static func endOfParts(from start: Int, in bytes: [UInt8]) -> Int {
    var end = start
    while end < bytes.count {
      var next = end + 1
      switch bytes[end] {
      case UInt8(ascii: "."):
        next = Identifier.end(from: next, in: bytes)
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
