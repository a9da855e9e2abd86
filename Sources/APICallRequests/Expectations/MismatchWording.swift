import APICallBase
import APICallModel
package import APICallSafety
import APICallText
package import JSONText

/// Words values for messages: their types, and as much of them as fits.
package struct MismatchWording {
  /// The maximum number of characters of a text, and of any other value.
  private static let longest = 60

  package let redactor: Redactor
  /// The operands that contain secrets of any length.
  var secrets = SecretOperands()

  package init(redactor: Redactor, secrets: SecretOperands = SecretOperands()) {
    self.redactor = redactor
    self.secrets = secrets
  }

  /// A value with its type: `the text 'Jane'`, `the number 3`, `a list of 2 items`.
  package func typed(_ value: JSONNode) -> String {
    switch value.kind {
    case .null, .boolean, .array, .object: plain(value)
    case .number: "the number \(plain(value))"
    case .string: "the text \(plain(value))"
    }
  }

  /// A value without its type, next to another one of that type: `'Jane'`, `3`.
  func plain(_ value: JSONNode) -> String {
    let value = secrets.masking(value)
    return switch value.kind {
    case .null: "null"
    case .boolean: value.text
    case .number: shortened(value.text)
    case .string: value.string.map(quoted) ?? shortened(value.text)
    case .array: Self.counted(value.count, "list", "item")
    case .object: Self.counted(value.count, "map", "member")
    }
  }

  package func quoted(_ text: String) -> String { "'\(shortened(text))'" }

  /// As much of a text as fits, with its secrets masked.
  private func shortened(_ text: String) -> String {
    redactor.masking(redactor.shortening(text, to: Self.longest))
  }

  package func typed(_ value: JudgedValue) -> String {
    switch value {
    case .nothing: "missing"
    case .text(let text): "the text \(quoted(text))"
    case .count(let count): String(count)
    case .findings(let values, list: _): Self.counted(values.count, "list", "value")
    case .json(let value): typed(value)
    }
  }

  /// The expected value, with its type if that differs from the type of the actual one.
  package func expected(_ value: JSONNode, beside other: JSONKind?) -> String {
    value.kind == other ? expected(value) : value.kind == .string ? typed(value) : expected(value)
  }

  /// The expected value; of a list or a map its contents.
  func expected(_ value: JSONNode) -> String {
    switch value.kind {
    case .null, .boolean, .number, .string: plain(value)
    case .array, .object:
      value.count == 0 ? plain(value) : shortened(Self.line(of: secrets.masking(value)))
    }
  }

  /// The JSON text of a value without line breaks.
  private static func line(of value: JSONNode) -> String {
    guard let compact = try? JSONCompactor.compact(value.bytes.span) else { return value.text }
    return String(decoding: compact, as: UTF8.self)
  }

  /// Whether a part of a text has a byte in common with a secret in the text.
  package func isSecret(_ part: Range<Int>, of text: String) -> Bool {
    var position = 0
    for stretch in redactor.protecting(ProtectedText(text)).stretches {
      let end = position + stretch.bytes.count
      if stretch.isSecret, part.overlaps(position..<end) { return true }
      position = end
    }
    return false
  }

  /// What is in a value that has a length: the text, or the first item or member.
  ///
  /// Returns a sentence; none for a value that is empty or has no length.
  package func opening(of value: JudgedValue) -> [String] {
    if let text = value.text { return text.isEmpty ? [] : ["the text is \(quoted(text))"] }
    if let item = value.elements?.first { return ["the first item is \(expected(item))"] }
    guard let json = value.json, json.kind == .object,
      let (key, member) = json.members.first(where: { _ in true })
    else { return [] }
    return ["the first member is \(quoted(key)): \(expected(member))"]
  }

  /// Several values in a row; only the first of many.
  func listed(_ values: [JSONNode]) -> String {
    let told = values.prefix(6).map { expected($0) }.joined(separator: ", ")
    return values.count > 6 ? "\(told) and \(values.count - 6) more" : told
  }

  /// The JSON text of a value that is short enough for data, with its secrets masked.
  package func json(_ value: JSONNode) -> [UInt8]? {
    guard value.bytes.count <= Mismatch.longestValue else { return nil }
    return redactor.masking(json: Array(secrets.masking(value).bytes))
  }

  package func json(_ value: JudgedValue) -> [UInt8]? {
    if case .count(let count) = value { return Array(String(count).utf8) }
    guard case .text(let text) = value else { return value.json.flatMap { json($0) } }
    guard text.utf8.count <= Mismatch.longestValue else { return nil }
    return redactor.masking(json: Value.text(text).jsonText)
  }

  private static func counted(_ count: Int, _ noun: String, _ part: String) -> String {
    switch count {
    case 0: noun == "list" ? "an empty list" : "an empty map"
    case 1: "a \(noun) of one \(part)"
    default: "a \(noun) of \(count) \(part)s"
    }
  }
}

extension JudgedValue {
  /// The type as `type` names it; `missing` if there is no value.
  package var typeName: String {
    switch self {
    case .nothing: "missing"
    case .text: JSONType.string.rawValue
    case .count: JSONType.integer.rawValue
    case .json, .findings: json?.kind.name ?? "missing"
    }
  }

  var kind: JSONKind? {
    switch self {
    case .text: .string
    case .count: .number
    case .nothing, .json, .findings: json?.kind
    }
  }
}
