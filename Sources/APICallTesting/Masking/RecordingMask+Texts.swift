import APICallHTTP
import APICallRequests
import APICallSafety
import JSONText

extension RecordingMask {
  /// Replaces the secrets in a body, by its meaning.
  mutating func masked(
    body text: ProtectedText, as type: String?, _ side: Side, keeping kept: [JSONPath]
  ) -> [UInt8] {
    let body = ExchangeBody(text.revealedBytes, type: type)
    if let wide = WideText(body) {
      // Without the character set, which is that of the body.
      let new = masked(
        body: ProtectedText(bytes: wide.text), as: body.type?.description, side, keeping: kept)
      return new == wide.text ? body.bytes : wide.encoded(new)
    }
    if body.isMultipart, let type, depth < Self.deepest,
      let parts = ReceivedParts(body.bytes, contentType: type)?.parts
    {
      depth += 1
      defer { depth -= 1 }
      return masked(parts, of: body.bytes, side, keeping: kept)
    }
    if body.isForm { return masked(items: text, side) }
    if let document = body.anyJSON {
      return masked(json: document.root, of: text, side, keeping: kept)
    }
    return masked(text: text, as: body.type, side, keeping: kept)
  }

  private mutating func masked(
    _ parts: [ReceivedParts.Part], of body: [UInt8], _ side: Side, keeping kept: [JSONPath]
  ) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    func between(_ range: Range<Int>) -> ProtectedText { ProtectedText(bytes: Array(body[range])) }
    for part in parts {
      result += masked(between(end..<part.range.lowerBound), side, allowsShort: true)
      end = part.range.upperBound
      if let name = part.name, NamedSecrets.contain(name.utf8), !part.bytes.isEmpty,
        isCredential(part.bytes, side)
      {
        result += replaced(part.bytes, side, by: .name)
      } else {
        result += masked(
          body: ProtectedText(bytes: part.bytes), as: part.contentType, side, keeping: kept)
      }
    }
    return result + masked(between(end..<body.count), side, allowsShort: true)
  }

  /// Replaces the secrets in the items of a query or form, `a=1&b=2`, which stay encoded.
  ///
  /// They are searched for in the whole text: a secret that is not encoded may contain `&` or `=`.
  mutating func masked(items text: ProtectedText, _ side: Side) -> [UInt8] {
    let bytes = text.revealedBytes
    let sent = WholeValues.items(of: bytes).filter { isSent($0.value, side) }
    return masked(
      text, side, naming: WrittenItems.credentials(inItems: bytes) + sent.map(\.range),
      with: NameText.names(ofItems: bytes))
  }

  /// Replaces the secrets in the path of a request, which stays encoded.
  mutating func masked(path text: ProtectedText) -> [UInt8] {
    let bytes = text.revealedBytes
    let sent = WholeValues.segments(of: bytes).filter { isSent($0.value, .request) }
    return masked(
      text, .request, naming: WrittenItems.credentials(in: bytes) + sent.map(\.range))
  }

  /// Replaces the secrets in a text; each of its lines that is JSON is masked as such.
  private mutating func masked(
    text: ProtectedText, as type: MediaType?, _ side: Side, keeping kept: [JSONPath]
  ) -> [UInt8] {
    // What a request marks in its text is masked first, since the lines are not marked.
    let bytes = text.holdsSecret ? masked(text, side, keeping: .all) : text.revealedBytes
    let lines = maskedLines(of: bytes, side, keeping: kept)
    return masked(
      ProtectedText(bytes: lines.text), side,
      naming: TextCredentials.credentials(in: lines.text, as: type), keeping: .ranges(lines.ranges))
  }

  /// Masks the lines of a text that are JSON; returns the text, and where these lines are in it.
  private mutating func maskedLines(
    of text: [UInt8], _ side: Side, keeping kept: [JSONPath]
  ) -> (text: [UInt8], ranges: [Range<Int>]) {
    guard text.contains(UInt8(ascii: "{")) || text.contains(UInt8(ascii: "[")) else {
      return (text, [])
    }
    var result: [UInt8] = []
    var ranges: [Range<Int>] = []
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if index > 0 { result.append(UInt8(ascii: "\n")) }
      guard let start = JSONLine.start(in: line),
        let document = try? JSONDocument(Array(line[start...]))
      else {
        result += line
        continue
      }
      result += line[..<start]
      let first = result.count
      result += masked(
        json: document.root, of: ProtectedText(bytes: document.bytes), side, keeping: kept)
      ranges.append(first..<result.count)
    }
    return (result, ranges)
  }

  mutating func masked(field value: String, named name: String, isSecret: Bool) -> String {
    let bytes = Array(value.utf8)
    if NamedSecrets.containHeader(name), !CredentialFields.contain(name),
      isCredential(bytes, .response)
    {
      return String(decoding: replaced(bytes, .response, by: .name), as: UTF8.self)
    }
    // A media type is needed to read the body, and only a secret of the run is masked in it.
    let isType = name.lowercased() == "content-type"
    let new = masked(
      ProtectedText(bytes: bytes), .response,
      naming: FieldCredentials.credentials(in: bytes, of: name),
      with: isType ? NameText.essence(of: bytes) : [], keeping: isType ? .all : .nothing,
      allowsShort: true)
    let isHidden = !isSecret || new != bytes
    return String(
      decoding: isHidden ? new : replaced(bytes, .response, by: .value), as: UTF8.self)
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
