import APICallBase
import APICallHTTP
import APICallSpec
import JSONText

extension RecordingMask {
  /// Replaces the secrets in the items of a query or form, `a=1&b=2`, which stay encoded.
  mutating func masked(items text: ProtectedText, _ side: Side) -> [UInt8] {
    var result: [UInt8] = []
    for (index, item) in text.split(at: UInt8(ascii: "&")).enumerated() {
      if index > 0 { result.append(UInt8(ascii: "&")) }
      let bytes = item.revealedBytes
      guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")) else {
        result += masked(item, side)
        continue
      }
      let value = item.part(sign + 1..<bytes.count)
      result += masked(item.part(0..<sign), side) + [UInt8(ascii: "=")]
      if NamedSecrets.contain(FormItem.name(of: bytes)), !value.isEmpty {
        result += replaced(value.revealedBytes, side, by: .name)
      } else {
        result += masked(value, side)
      }
    }
    return result
  }

  /// Replaces the secrets in a text; each of its lines that is JSON is masked as such.
  mutating func masked(text: ProtectedText, _ side: Side, keeping kept: [JSONPath]) -> [UInt8] {
    let whole = masked(text, side)
    guard whole.contains(UInt8(ascii: "{")) || whole.contains(UInt8(ascii: "[")) else {
      return whole
    }
    let lines = whole.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var result: [UInt8] = []
    for (index, line) in lines.enumerated() {
      if index > 0 { result.append(UInt8(ascii: "\n")) }
      let start = JSONLine.start(in: line)
      guard let start, let document = try? JSONDocument(Array(line[start...])) else {
        result += line
        continue
      }
      result += line[..<start]
      result += masked(
        json: document.root, of: ProtectedText(bytes: document.bytes), side, keeping: kept)
    }
    return maskedMembers(of: result, side)
  }

  /// Replaces the values of credentials in text that looks like JSON, such as a body that was cut
  /// off.
  private mutating func maskedMembers(of text: [UInt8], _ side: Side) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for range in WrittenMembers.credentials(in: text)
    where !text[range].starts(with: "masked-".utf8) && !text[range].starts(with: "<masked".utf8) {
      result += text[end..<range.lowerBound] + replaced(Array(text[range]), side, by: .name)
      end = range.upperBound
    }
    return result + text[end...]
  }

  /// Replaces the secrets in the value of a header field of a response.
  mutating func masked(field value: String, named name: String, isSecret: Bool) -> String {
    let bytes = Array(value.utf8)
    if NamedSecrets.containHeader(name), !CredentialFields.contain(name) {
      return String(decoding: replaced(bytes, .response, by: .name), as: UTF8.self)
    }
    var parts = HeaderParts(value)
    parts.replace(in: name) { replaced($0, .response, by: .name) }
    // A media type is needed to read the body, and only a secret of the run is masked in it.
    let isKept = name.lowercased() == "content-type"
    let new = masked(ProtectedText(parts.text), .response, isKept: isKept, allowsShort: true)
    let isHidden = !isSecret || new != bytes
    return String(
      decoding: isHidden ? new : replaced(bytes, .response, by: .value), as: UTF8.self)
  }
}

/// An item of a form.
enum FormItem {
  /// The decoded name of an encoded item.
  static func name(of item: [UInt8]) -> String {
    let name = Array(item.prefix { $0 != UInt8(ascii: "=") })
    return String(decoding: PercentEncoding.decode(name, plusIsSpace: true), as: UTF8.self)
  }

  /// The values of encoded items whose names are those of credentials, encoded and decoded.
  static func secrets(in items: [UInt8]) -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    for item in items.split(separator: UInt8(ascii: "&")) {
      let bytes = Array(item)
      guard NamedSecrets.contain(name(of: bytes)) else { continue }
      let value = Array(bytes.drop { $0 != UInt8(ascii: "=") }.dropFirst())
      found.formUnion([value, PercentEncoding.decode(value, plusIsSpace: true)])
    }
    return found
  }
}

/// A line of a text that is JSON: of a stream of values, or of events.
enum JSONLine {
  /// Where the JSON begins; nil if the line cannot be JSON.
  static func start(in line: ArraySlice<UInt8>) -> Int? {
    var rest = line
    if rest.starts(with: "data:".utf8) { rest = rest.dropFirst(5) }
    rest = rest.drop { $0 == 0x20 }
    guard let first = rest.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return nil
    }
    return rest.startIndex
  }
}

/// The value of a header field, whose credentials stand after names in it.
private struct HeaderParts {
  private(set) var text: String

  init(_ text: String) { self.text = text }

  /// Replaces the values of credentials.
  ///
  /// They are the value of a cookie, the nonce of a challenge, and items of a query in a link.
  mutating func replace(in field: String, by new: ([UInt8]) -> [UInt8]) {
    let bytes = Array(text.utf8)
    switch field.lowercased() {
    case "set-cookie":
      guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")) else { return }
      let end = bytes[sign...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
      let value = Array(bytes[(sign + 1)..<end])
      guard !value.isEmpty else { return }
      set(Array(bytes[...sign]) + new(value) + bytes[end...])
    case "www-authenticate":
      replaceValues(in: bytes, after: ["nonce=", "opaque="], until: Array("\", ".utf8), by: new)
    default:
      guard bytes.contains(UInt8(ascii: "=")) else { return }
      replaceItems(in: bytes, by: new)
    }
  }

  private mutating func set(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

  private mutating func replaceValues(
    in bytes: [UInt8], after names: [String], until ends: [UInt8], by new: ([UInt8]) -> [UInt8]
  ) {
    var result: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let name = names.first(where: { rest.starts(with: $0.utf8) }) else {
        result.append(rest.removeFirst())
        continue
      }
      result += rest.prefix(name.utf8.count)
      rest = rest.dropFirst(name.utf8.count)
      if rest.first == UInt8(ascii: "\"") { result.append(rest.removeFirst()) }
      let value = rest.prefix { !ends.contains($0) }
      rest = rest.dropFirst(value.count)
      if !value.isEmpty { result += new(Array(value)) }
    }
    set(result)
  }

  private mutating func replaceItems(in bytes: [UInt8], by new: ([UInt8]) -> [UInt8]) {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      result.append(byte)
      guard "?&#".utf8.contains(byte) else { continue }
      let name = rest.prefix { !"=&<>;,\" ".utf8.contains($0) }
      guard rest.dropFirst(name.count).first == UInt8(ascii: "="),
        NamedSecrets.contain(FormItem.name(of: Array(name)))
      else { continue }
      result += name + [UInt8(ascii: "=")]
      rest = rest.dropFirst(name.count + 1)
      let value = rest.prefix { !"&#<>;,\" ".utf8.contains($0) }
      rest = rest.dropFirst(value.count)
      if !value.isEmpty { result += new(Array(value)) }
    }
    set(result)
  }
}
