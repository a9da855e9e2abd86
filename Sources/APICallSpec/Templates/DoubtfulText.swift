import APICallBase

/// Text that looks like a placeholder and is none: a name behind a `<` that nothing closes, or in the
/// braces of other tools.
///
/// It is text, unless the name is that of a value.
package struct DoubtfulText: Sendable {
  /// The name as it is written.
  package let name: String
  /// The name and the parts of its value behind it, such as `login.token`.
  package let path: String
  /// The name with what is before and behind it.
  let span: TemplateSpan
  /// Whether a `<` begins it.
  let isUnclosed: Bool

  /// The most names in braces that are looked at in one text.
  private static let limit = 1000

  /// Finds `{name}`, `{{name}}`, `{{ name }}` and `${name}`.
  ///
  /// - Parameter template: the text.
  /// - Returns: what was found, from left to right.
  static func inBraces(of template: Template) -> [DoubtfulText] {
    var found: [DoubtfulText] = []
    for case .text(let text) in template.parts where text.utf8.contains(UInt8(ascii: "{")) {
      let octets = Array(text.utf8)
      var position = 0
      while position < octets.count, found.count < limit {
        guard octets[position] == UInt8(ascii: "{"),
          let (name, path, range) = braces(at: position, in: octets)
        else {
          position += 1
          continue
        }
        let written = String(decoding: octets[range], as: UTF8.self)
        found.append(
          DoubtfulText(
            name: name, path: path,
            span: TemplateSpan(
              container: template.mark, placeholder: written, range: 0..<range.count),
            isUnclosed: false))
        position = range.upperBound
      }
    }
    return found
  }

  /// A name in one pair of braces or two, and where both stand.
  private static func braces(at open: Int, in octets: [UInt8]) -> (String, String, Range<Int>)? {
    func has(_ character: Unicode.Scalar, at position: Int) -> Bool {
      octets.indices.contains(position) && octets[position] == UInt8(ascii: character)
    }
    let isDouble = has("{", at: open + 1)
    var start = open + (isDouble ? 2 : 1)
    while isDouble, has(" ", at: start) { start += 1 }
    var end = start
    while end < octets.count, Identifier.allows(octets[end], first: end == start) { end += 1 }
    guard end > start else { return nil }
    let pathEnd = endOfParts(from: end, in: octets)
    var close = pathEnd
    while isDouble, has(" ", at: close) { close += 1 }
    guard has("}", at: close), !isDouble || has("}", at: close + 1) else { return nil }
    let begin = !isDouble && has("$", at: open - 1) ? open - 1 : open
    return (
      String(decoding: octets[start..<end], as: UTF8.self),
      String(decoding: octets[start..<pathEnd], as: UTF8.self), begin..<close + (isDouble ? 2 : 1)
    )
  }

  /// Where the parts behind a name end: `.name` and `[0]`, any number of them.
  static func endOfParts(from start: Int, in octets: [UInt8]) -> Int {
    var end = start
    while end < octets.count {
      var next = end + 1
      switch octets[end] {
      case UInt8(ascii: "."):
        while next < octets.count, Identifier.allows(octets[next], first: next == end + 1) {
          next += 1
        }
        guard next > end + 1 else { return end }
      case UInt8(ascii: "["):
        while next < octets.count, octets[next].isASCIIDigit { next += 1 }
        guard next > end + 1, next < octets.count, octets[next] == UInt8(ascii: "]")
        else { return end }
        next += 1
      default: return end
      }
      end = next
    }
    return end
  }
}
