package import YAMLTree

extension Template {
  /// Reads a template.
  ///
  /// - Parameters:
  ///   - text: the text with its placeholders.
  ///   - mark: the place of the text.
  /// - Throws: a ``TemplateProblem`` for what looks like a placeholder and is none that is known.
  package init(_ text: String, at mark: Mark) throws(TemplateProblem) {
    guard text.utf8.contains(UInt8(ascii: "<")) else {
      self.init(parts: text.isEmpty ? [] : [.text(text)], mark: mark)
      return
    }
    var reader = TemplateReader(text: text, mark: mark)
    self.init(parts: try reader.parts(), mark: mark)
  }
}

/// Reads the parts of a template, from left to right.
private struct TemplateReader {
  private let octets: [UInt8]
  private let mark: Mark
  private var position = 0
  private var literal: [UInt8] = []
  private var found: [Template.Part] = []

  init(text: String, mark: Mark) {
    octets = Array(text.utf8)
    self.mark = mark
  }

  mutating func parts() throws(TemplateProblem) -> [Template.Part] {
    while position < octets.count {
      let octet = octets[position]
      if octet == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "<") {
        literal.append(UInt8(ascii: "<"))
        position += 2
      } else if octet == UInt8(ascii: "<"), let placeholder = try placeholder() {
        endText()
        found.append(.placeholder(placeholder))
      } else {
        literal.append(octet)
        position += 1
      }
    }
    endText()
    return found
  }

  private mutating func endText() {
    guard !literal.isEmpty else { return }
    found.append(.text(String(decoding: literal, as: UTF8.self)))
    literal.removeAll()
  }

  private func peek(_ offset: Int) -> UInt8? {
    position + offset < octets.count ? octets[position + offset] : nil
  }

  /// Reads a placeholder where one stands, and moves behind it; leaves the position otherwise.
  private mutating func placeholder() throws(TemplateProblem) -> Placeholder? {
    var end = position + 1
    guard let name = identifier(at: &end) else {
      try refuseExtension(from: position, nameEnd: end)
      return nil
    }
    var fields: [String] = []
    while end < octets.count, octets[end] == UInt8(ascii: ".") {
      var next = end + 1
      guard let field = identifier(at: &next) else { break }
      fields.append(field)
      end = next
    }
    guard end < octets.count, octets[end] == UInt8(ascii: ">") else {
      try refuseExtension(from: position, nameEnd: end)
      return nil
    }
    position = end + 1
    return Placeholder(name: name, fields: fields, container: mark)
  }

  /// Reads a name, and moves behind it.
  private func identifier(at position: inout Int) -> String? {
    let start = position
    while position < octets.count, Identifier.allows(octets[position], first: position == start) {
      position += 1
    }
    return position == start ? nil : String(decoding: octets[start..<position], as: UTF8.self)
  }

  /// Filters, functions, indices and `<+name>` are not known: sent as plain text they would go
  /// unnoticed, so what has their look is refused.
  private func refuseExtension(from start: Int, nameEnd: Int) throws(TemplateProblem) {
    var next = nameEnd
    while next < octets.count, octets[next] == UInt8(ascii: " ") { next += 1 }
    guard next < octets.count else { return }
    let isExtension =
      switch octets[next] {
      case UInt8(ascii: "|"): nameEnd > start + 1
      case UInt8(ascii: "["), UInt8(ascii: "("): nameEnd > start + 1 && next == nameEnd
      case UInt8(ascii: "+"):
        next == start + 1 && next + 1 < octets.count
          && Identifier.allows(octets[next + 1], first: true)
      default: false
      }
    guard isExtension,
      let end = octets[next...].firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == 0x0A }),
      octets[end] == UInt8(ascii: ">")
    else { return }
    throw .unknownSyntax(String(decoding: octets[start...end], as: UTF8.self), mark)
  }
}
