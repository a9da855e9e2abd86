/// Reads XML or HTML by the rules that all of it must follow, and refuses everything else.
///
/// HTML is held to those of XML, except for its document type, elements without an end, and
/// style sheets: what passes here is read by any parser without repairs.
struct MarkupReader {
  struct Element {
    var name: String
    var attributes: [(name: String, value: String)] = []
    var children: [Element] = []
    /// All text in it, including that of its children.
    var text = ""

    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    func children(_ name: String) -> [Element] { children.filter { $0.name == name } }

    /// The element and all elements in it, in order.
    var all: [Element] { [self] + children.flatMap(\.all) }
  }

  struct Fault: Error {
    var words: String
    var near: String
  }

  private let isHTML: Bool
  private let bytes: [UInt8]
  private var index = 0

  private static let void: Set = ["meta", "br", "hr", "img", "link", "input"]

  /// Reads a whole document.
  static func read(_ text: String, html: Bool = false) throws -> Element {
    var reader = MarkupReader(isHTML: html, bytes: Array(text.utf8))
    for scalar in text.unicodeScalars where !isAllowed(scalar) {
      throw Fault(words: "U+\(String(scalar.value, radix: 16)) is forbidden", near: "")
    }
    let start = html ? "<!DOCTYPE html>" : #"<?xml version="1.0" encoding="UTF-8"?>"#
    try reader.expect(start)
    reader.skipSpace()
    let root = try reader.element()
    reader.skipSpace()
    guard reader.index == reader.bytes.count else { throw reader.fault("text after the root") }
    return root
  }

  private init(isHTML: Bool, bytes: [UInt8]) {
    self.isHTML = isHTML
    self.bytes = bytes
  }

  /// Char of XML 1.0 (section 2.2), without the controls and noncharacters that HTML forbids.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: true
    case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }

  private func fault(_ words: String) -> Fault {
    let near = bytes[max(0, index - 60)..<min(bytes.count, index + 60)]
    return Fault(words: words, near: String(decoding: near, as: UTF8.self))
  }

  private func isAt(_ text: String) -> Bool {
    // Most places differ in the first byte.
    index < bytes.count && bytes[index] == text.utf8.first
      && bytes[index...].starts(with: text.utf8)
  }

  private mutating func expect(_ text: String) throws {
    guard isAt(text) else { throw fault("expected \(text)") }
    index += text.utf8.count
  }

  private mutating func skipSpace() {
    while index < bytes.count, [0x20, 0x0A].contains(bytes[index]) { index += 1 }
  }

  private mutating func name() throws -> String {
    let start = index
    while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
    guard index > start else { throw fault("a name is missing") }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == 0x2D || byte == 0x5F
  }

  private mutating func element() throws -> Element {
    try expect("<")
    var element = Element(name: try name())
    while index < bytes.count, bytes[index] == 0x20 {
      index += 1
      let name = try name()
      guard element[name] == nil else { throw fault("\(name) is there twice") }
      try expect("=\"")
      element.attributes.append((name, try characters(until: 0x22)))
      try expect("\"")
    }
    if !isHTML, isAt("/>") {
      index += 2
      return element
    }
    try expect(">")
    if isHTML, Self.void.contains(element.name) { return element }
    if isHTML, element.name == "style" {
      let start = index
      while index < bytes.count, !isAt("</") { index += 1 }
      element.text = String(decoding: bytes[start..<index], as: UTF8.self)
    }
    while !isAt("</") {
      guard index < bytes.count else { throw fault("\(element.name) does not end") }
      if bytes[index] == 0x3C {
        let child = try self.element()
        element.text += child.text
        element.children.append(child)
      } else {
        element.text += try characters(until: 0x3C)
      }
    }
    try expect("</\(element.name)>")
    return element
  }

  /// Text up to a delimiter, with references resolved.
  private mutating func characters(until end: UInt8) throws -> String {
    var text: [UInt8] = []
    while index < bytes.count, bytes[index] != end {
      switch bytes[index] {
      case 0x3C, 0x3E: throw fault("a bracket is not escaped")
      case 0x0A where end == 0x22, 0x09 where end == 0x22:
        throw fault("white space in an attribute is not escaped")
      case 0x26: text += try reference().utf8
      default:
        text.append(bytes[index])
        index += 1
      }
    }
    guard index < bytes.count else { throw fault("text does not end") }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func reference() throws -> String {
    for (name, text) in [
      ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#9;", "\t"),
      ("&#10;", "\n"),
    ] where isAt(name) {
      index += name.utf8.count
      return text
    }
    throw fault("a reference is not known")
  }
}
