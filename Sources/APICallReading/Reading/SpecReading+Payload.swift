import APICallLanguage
import APICallModel
import APICallSafety
import APICallText
import JSONText
package import YAMLTree

extension SpecReading {
  /// Reads the value of a field that takes any JSON value.
  ///
  /// Returns the value; invalid parts are left out.
  mutating func payload(
    _ entry: Node.Entry, placeholders: Bool = true, isMade: Bool = false
  ) -> Payload {
    guard !isEmpty(entry.value, of: entry) else { return .literal("null") }
    return payload(entry.value, placeholders: placeholders, isMade: isMade)
  }

  /// Reads the value of a field that is one expression, such as a condition.
  ///
  /// Returns the value; invalid parts are left out.
  mutating func expression(_ entry: Node.Entry) -> Payload {
    guard let scalar = entry.value.scalar, case .text = scalar.kind, !entry.value.isRaw
    else { return payload(entry, isMade: true) }
    return .text(wholeTemplate(scalar.text, at: entry.value.mark))
  }

  private mutating func payload(_ node: Node, placeholders: Bool, isMade: Bool) -> Payload {
    switch node.content {
    case .sequence(let items):
      var list: [Payload] = []
      for item in items {
        if isEmpty(item, of: nil) { continue }
        list.append(payload(item, placeholders: placeholders, isMade: isMade))
      }
      return .list(list)
    case .mapping(let entries):
      var map: [(key: String, value: Payload)] = []
      for entry in entries where !isEmpty(entry.value, of: entry) {
        map.append(
          (entry.key, payload(entry.value, placeholders: placeholders, isMade: isMade)))
      }
      return .map(map)
    case .scalar(let scalar):
      return payload(
        scalar, at: node.mark, placeholders: placeholders && !node.isRaw, isMade: isMade)
    }
  }

  /// Reports a missing value.
  ///
  /// Returns whether the value is missing. A literal `null` is a value.
  mutating func isEmpty(_ node: Node, of entry: Node.Entry?) -> Bool {
    guard let scalar = node.scalar, scalar.kind == .null, scalar.text.isEmpty else { return false }
    if isFull || isUnreadable(node) { return true }
    let way = "write null, or \"\" for empty text"
    if let entry {
      let comment = comment(after: entry.keyMark).map {
        "'\($0)' is a comment in YAML; write '\(entry.key): \"\($0)\"'"
      }
      report(
        "'\(entry.key)' has no value", at: entry.keyMark, hint: anchorHint(entry) ?? comment ?? way)
    } else {
      let comment = comment(after: node.mark).map {
        "'\($0)' is a comment in YAML; write '- \"\($0)\"'"
      }
      report("an item of the list has no value", at: node.mark, hint: comment ?? way)
    }
    return true
  }

  private mutating func payload(
    _ scalar: Scalar, at mark: Mark, placeholders: Bool, isMade: Bool
  ) -> Payload {
    switch scalar.kind {
    case .null: return .literal("null")
    case .boolean(let value): return .literal(value ? "true" : "false")
    case .integer, .float:
      if !JSONWriter.isNumber(scalar.text) {
        report(
          "'\(scalar.text)' is a number in YAML, but not in JSON", at: mark,
          hint: DoubtfulNumber(text: scalar.text).hint)
      }
      return .literal(scalar.text)
    case .text:
      guard placeholders else { return .text(Template(literal: scalar.text, at: mark)) }
      return .text(
        isMade ? templateOrWhole(scalar.text, at: mark) : template(scalar.text, at: mark))
    }
  }

  /// Reads a JSON value without placeholders.
  package mutating func json(_ entry: Node.Entry) -> [UInt8]? {
    let before = problems.count
    let payload = payload(entry, placeholders: false)
    guard problems.count == before else { return nil }
    return try? payload.render(in: Scope())?.revealedBytes
  }

  mutating func value(_ entry: Node.Entry, of type: InputType) -> Value? {
    if type == .string || type == .file, let scalar = entry.value.scalar, scalar.kind != .null {
      if type == .string { return .text(scalar.text) }
      if !scalar.text.isEmpty { return .file(InputFile(path: scalar.text)) }
    }
    if entry.value.scalar?.kind == .null { return reject(entry, takes: type.words) }
    if type == .boolean, entry.value.scalar?.kind == .text {
      refuseBoolean(entry)
      return nil
    }
    guard let bytes = json(entry) else { return nil }
    guard let document = try? JSONDocument(bytes), type.accepts(Value(document.root))
    else { return reject(entry, takes: type.words) }
    return Value(document.root)
  }
}

extension Template {
  /// Text that is not read for placeholders.
  init(literal text: String, at mark: Mark) {
    self.init(parts: text.isEmpty ? [] : [.text(text)], mark: mark)
  }
}

/// A number of YAML that JSON does not have: `007`, `0x1f`, `.5`, `.inf`.
struct DoubtfulNumber {
  let text: String

  var hint: String {
    if let number {
      return "write \"\(text)\" if it is text, \(number) if it is a number"
    }
    return "write \"\(text)\" if it is text; JSON has no such number"
  }

  /// The number in the syntax of JSON; nil if JSON has no such number, or if it is too long to
  /// convert.
  private var number: String? {
    if let octal = integer("0o", radix: 8) { return octal }
    if let hexadecimal = integer("0x", radix: 16) { return hexadecimal }
    let isNegative = text.hasPrefix("-")
    var digits = Substring(text)
    if digits.first == "-" || digits.first == "+" { digits.removeFirst() }
    let exponent = digits.firstIndex { $0 == "e" || $0 == "E" } ?? digits.endIndex
    let parts = digits[..<exponent].split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, digits.first?.isLetter != true,
      parts.allSatisfy({ $0.allSatisfy(\.isWholeNumber) })
    else { return nil }
    let trimmed = whole.drop { $0 == "0" }
    var result = (isNegative ? "-" : "") + (trimmed.isEmpty ? "0" : String(trimmed))
    if parts.count > 1 { result += "." + (parts[1].isEmpty ? "0" : parts[1]) }
    return result + digits[exponent...]
  }

  private func integer(_ prefix: String, radix: Int) -> String? {
    guard text.hasPrefix(prefix) else { return nil }
    return UInt64(text.dropFirst(prefix.count), radix: radix).map { String($0) }
  }
}
