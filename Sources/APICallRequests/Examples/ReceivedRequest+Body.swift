import APICallHTTP
import APICallModel
import APICallSafety
import JSONText

extension ReceivedRequest {
  func hasBody(of example: OutgoingRequest, _ endpoint: EndpointSpec) -> Bool {
    // A file that can no longer be read matches no body.
    guard let expected = try? example.body?.bytes(limit: Self.bodyLimit) ?? [] else {
      return false
    }
    if body == expected { return true }
    switch endpoint.body {
    case nil: return false
    case .form: return Self.matches(FormEncoding.split(body), FormEncoding.split(expected))
    case .json, .graphql: return Self.matchesJSON(body, expected)
    case .ndjson: return matchesLines(expected)
    case .text, .file: return Self.matches(body, expected)
    case .multipart: return matchesParts(expected, of: example)
    }
  }

  static func matches(
    _ items: [[[UInt8]]], _ expected: [[[UInt8]]], marker: [UInt8] = Array(EndpointSpec.gap.utf8)
  ) -> Bool {
    items.count == expected.count
      && zip(items, expected).allSatisfy { item, expected in
        item.count == expected.count
          && zip(item, expected).allSatisfy { matches($0, $1, marker: marker) }
      }
  }

  static func matches(
    _ bytes: [UInt8], _ expected: [UInt8], marker: [UInt8] = Array(EndpointSpec.gap.utf8)
  ) -> Bool {
    bytes == expected || BytePattern(expected, marker: marker).matches(bytes)
  }

  private static func matchesJSON(_ bytes: [UInt8], _ expected: [UInt8]) -> Bool {
    guard let left = try? JSONDocument(bytes), let right = try? JSONDocument(expected) else {
      return false
    }
    return left.root.matches(right.root)
  }

  /// Compares lines of JSON in order; a text that is only a gap stands for all of them.
  private func matchesLines(_ expected: [UInt8]) -> Bool {
    let (own, wanted) = (body.split(separator: 0x0A), expected.split(separator: 0x0A))
    if wanted.count == 1, wanted[0].elementsEqual("\"\(EndpointSpec.gap)\"".utf8) { return true }
    return own.count == wanted.count
      && zip(own, wanted).allSatisfy { Self.matchesJSON(Array($0), Array($1)) }
  }

  /// Compares parts in order, whatever the boundary is.
  private func matchesParts(_ expected: [UInt8], of example: OutgoingRequest) -> Bool {
    let expectedType = example.headers.first { $0.isNamed("Content-Type") }?.value.revealed
    guard let parts, let expectedType,
      let expectedParts = ReceivedParts(expected, contentType: expectedType)?.parts
    else { return false }
    return RequestPattern.matches(
      parts, expectedParts.map { RequestPattern.Part($0) }, gap: EndpointSpec.gap,
      sha256: { _ in nil })
  }
}
