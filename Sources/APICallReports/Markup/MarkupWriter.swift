/// Writes XML or HTML: every element is closed, and every text is escaped.
///
/// Blocks begin on lines of their own; what an inline element contains stays on its line. Texts are
/// made safe by ``ShownText`` before they come here; the writer escapes what has a meaning in
/// markup.
struct MarkupWriter {
  enum Syntax {
    /// An element without content is `<a/>`.
    case xml
    /// An element without content is `<a></a>`.
    case html
  }

  /// The attributes of an element in order; those that are nil are left out.
  typealias Attributes = KeyValuePairs<String, String?>

  private let syntax: Syntax
  private var bytes: [UInt8] = []
  private var depth = 0
  /// Whether the innermost element contains a block.
  private var hasBlock = false

  init(_ syntax: Syntax, start: String) {
    self.syntax = syntax
    bytes += start.utf8
  }

  /// Whether there is so much text that requests and responses are left out from here on: GitLab
  /// reads no report of more than 30 MB, and browsers are slow with such a page.
  var isLong: Bool { bytes.count > ShownText.longestReport }

  var finished: String { String(decoding: bytes, as: UTF8.self) + "\n" }

  /// Writes an element on a line of its own.
  mutating func block(
    _ name: String, _ attributes: Attributes = [:],
    _ content: (inout MarkupWriter) -> Void = { _ in }
  ) {
    breakLine()
    hasBlock = false
    write(name, attributes) { writer in
      writer.depth += 1
      content(&writer)
      writer.depth -= 1
      if writer.hasBlock { writer.breakLine() }
    }
    hasBlock = true
  }

  mutating func block(_ name: String, _ attributes: Attributes = [:], text: String) {
    block(name, attributes) { $0.write(text) }
  }

  /// Writes an element within a line.
  mutating func inline(
    _ name: String, _ attributes: Attributes = [:],
    _ content: (inout MarkupWriter) -> Void = { _ in }
  ) {
    write(name, attributes, content)
  }

  mutating func inline(_ name: String, _ attributes: Attributes = [:], text: String) {
    inline(name, attributes) { $0.write(text) }
  }

  /// Writes an element of HTML that never has content, on a line of its own.
  mutating func void(_ name: String, _ attributes: Attributes) {
    breakLine()
    open(name, attributes)
    bytes.append(UInt8(ascii: ">"))
    hasBlock = true
  }

  mutating func write(_ text: String) { escape(text, inAttribute: false) }

  /// Writes text that is part of the program, without escapes, such as a style sheet.
  mutating func write(raw text: [UInt8]) { bytes += text }

  private mutating func breakLine() {
    bytes.append(UInt8(ascii: "\n"))
    bytes += repeatElement(UInt8(ascii: " "), count: depth)
  }

  private mutating func write(
    _ name: String, _ attributes: Attributes, _ content: (inout MarkupWriter) -> Void
  ) {
    open(name, attributes)
    bytes.append(UInt8(ascii: ">"))
    let start = bytes.count
    content(&self)
    if syntax == .xml, bytes.count == start {
      bytes.removeLast()
      bytes += "/>".utf8
    } else {
      bytes += "</\(name)>".utf8
    }
  }

  private mutating func open(_ name: String, _ attributes: Attributes) {
    bytes += "<\(name)".utf8
    for case (let name, let value?) in attributes {
      bytes += " \(name)=\"".utf8
      escape(value, inAttribute: true)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  private mutating func escape(_ text: String, inAttribute: Bool) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\"") where inAttribute: bytes += "&quot;".utf8
      // A reader of XML makes spaces of them.
      case 0x09 where inAttribute: bytes += "&#9;".utf8
      case 0x0A where inAttribute: bytes += "&#10;".utf8
      default: bytes.append(byte)
      }
    }
  }
}
