import APICallSafety
import APICallText

/// The credentials in HTML and XML.
///
/// They are the content of elements and the values of attributes that have the name of a credential,
/// and what an element with such a name in its attribute `name`, `key` or `property` contains:
/// `<input name="csrf_token" value="x">`.
struct MarkupCredentials {
  private static let namingAttributes = ["name", "key", "property", "itemprop", "id"].map {
    Array($0.utf8)
  }
  private static let valueAttributes = ["value", "content"].map { Array($0.utf8) }
  /// Elements of HTML whose content is a text for the user, whatever they are called.
  private static let labels = Set(
    ["a", "button", "label", "form", "select", "option", "legend", "title", "h1", "h2", "h3"].map {
      Array($0.utf8)
    })

  let text: [UInt8]
  private(set) var found: [Range<Int>] = []

  /// Finds the credentials in markup, also if it is not well-formed.
  static func credentials(in text: [UInt8]) -> [Range<Int>] {
    var search = MarkupCredentials(text: text)
    search.run()
    return search.found
  }

  private mutating func run() {
    var index = 0
    while let start = text[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = start + 1
      let end = endOfName(from: index)
      guard end > index, text[index].isASCIILetter || text[index] == UInt8(ascii: "_") else {
        continue
      }
      index = tag(named: index..<end)
    }
  }

  /// Reads a tag and the text after it; returns the end of what it has read.
  private mutating func tag(named name: Range<Int>) -> Int {
    var index = name.upperBound
    var isNamed = NamedSecrets.contain(text[name])
    var values: [Range<Int>] = []
    var namesValue = false
    while index < text.count, text[index] != UInt8(ascii: ">"), text[index] != UInt8(ascii: "<") {
      let start = index
      let end = endOfName(from: start)
      guard end > start else {
        index += 1
        continue
      }
      index = text.endOfWhiteSpace(from: end)
      guard index < text.count, text[index] == UInt8(ascii: "=") else { continue }
      let value = attributeValue(from: text.endOfWhiteSpace(from: index + 1))
      index = value.end
      let attribute = text[start..<end].map(\.lowercase)
      if Self.namingAttributes.contains(attribute), NamedSecrets.contain(text[value.range]) {
        namesValue = true
        let isLabel = Self.labels.contains(text[name].map(\.lowercase))
        if attribute != Array("id".utf8), !isLabel { isNamed = true }
      } else if Self.valueAttributes.contains(attribute) {
        values.append(value.range)
      } else if isCredential(attribute), !value.range.isEmpty {
        found.append(value.range)
      }
    }
    if namesValue { found += values.filter { !$0.isEmpty } }
    guard index < text.count, text[index] == UInt8(ascii: ">") else { return index }
    guard isNamed, text[index - 1] != UInt8(ascii: "/") else { return index + 1 }
    return addContent(from: index + 1, of: name)
  }

  private func isCredential(_ attribute: [UInt8]) -> Bool {
    let data = Array("data-".utf8)
    guard !NamedSecrets.isKeyOfKeyboard(attribute) else { return false }
    return NamedSecrets.contain(attribute.starts(with: data) ? attribute[5...] : attribute[...])
  }

  /// Adds the text between two tags, without the space around it, and returns its end.
  ///
  /// Without the closing tag, the first one is not a tag: `login <password>`.
  private mutating func addContent(from start: Int, of name: Range<Int>) -> Int {
    let cdata = Array("<![CDATA[".utf8)
    var start = text.endOfWhiteSpace(from: start)
    var end: Int
    var stop: Int
    if text[start...].starts(with: cdata) {
      start += cdata.count
      let closing = text[start...].firstRange(of: Array("]]>".utf8))
      (end, stop) = (closing?.lowerBound ?? text.count, closing?.upperBound ?? text.count)
      stop = text.endOfWhiteSpace(from: stop)
    } else {
      end = text[start...].firstIndex(of: UInt8(ascii: "<")) ?? text.count
      stop = end
    }
    guard isClosingTag(at: stop, of: name) else { return stop }
    while end > start, text[end - 1].isWhiteSpace { end -= 1 }
    if start < end { found.append(start..<end) }
    return stop
  }

  private func isClosingTag(at start: Int, of name: Range<Int>) -> Bool {
    guard text[start...].starts(with: "</".utf8) else { return false }
    let closing = start + 2..<endOfName(from: start + 2)
    return text[closing].elementsEqual(text[name]) { $0.lowercase == $1.lowercase }
  }

  private func attributeValue(from start: Int) -> (range: Range<Int>, end: Int) {
    guard start < text.count, "\"'".utf8.contains(text[start]) else {
      let end =
        text[start...].firstIndex { $0.isWhiteSpace || "<>".utf8.contains($0) } ?? text.count
      return (start..<end, end)
    }
    let end = text[(start + 1)...].firstIndex(of: text[start]) ?? text.count
    return (start + 1..<end, min(end + 1, text.count))
  }

  private func endOfName(from start: Int) -> Int {
    text[start...].firstIndex { !($0.isASCIILetterOrDigit || "_-.:".utf8.contains($0)) }
      ?? text.count
  }
}
