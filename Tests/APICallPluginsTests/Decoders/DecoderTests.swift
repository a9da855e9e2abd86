import APICallCore
import APICallPlugins
import Testing

/// A decoder by its name.
struct NamedDecoder: Sendable, CustomTestStringConvertible {
  let type: any ResponseDecoder.Type
  var testDescription: String { type.name }

  func decode(_ pieces: [ArraySlice<UInt8>]) throws(DeliveryError) -> Values {
    let values = Values()
    var decoder = type.init()
    try decoder.begin(values)
    for piece in pieces { try decoder.decode(Array(piece).span, to: values) }
    try decoder.end(values)
    return values
  }

  /// Keeps what a decoder finds.
  final class Values: ValueReceiver {
    var found: [(kind: ValueKind, octets: [UInt8])] = []
    var isOpen = false

    func begin(_ kind: ValueKind) {
      isOpen = true
      found.append((kind, []))
    }
    func receive(_ octets: Span<UInt8>) {
      octets.withUnsafeBufferPointer { found[found.count - 1].octets.append(contentsOf: $0) }
    }
    func end() { isOpen = false }
  }
}

@Suite("Every decoder")
struct DecoderTests {
  static let decoders = Builtins.decoders.map { NamedDecoder(type: $0) }

  @Test("it names media types as patterns", arguments: decoders)
  func mediaTypes(_ decoder: NamedDecoder) {
    #expect(!decoder.type.mediaTypes.isEmpty)
    for type in decoder.type.mediaTypes {
      #expect(type.wholeMatch(of: /[a-z*]+\/(\*|[a-z0-9.-]+|\*\+[a-z]+)/) != nil, "\(type)")
    }
  }

  @Test(
    "where a body is cut does not matter, and every value that begins ends", arguments: decoders)
  func pieces(_ decoder: NamedDecoder) throws {
    let body = Array("{\"a\": \"é\"}\n".utf8)
    let whole = try decoder.decode([body[...]])
    #expect(!whole.isOpen && whole.found.count == 1)
    for cut in body.indices {
      let values = try decoder.decode([body[..<cut], body[cut...]])
      #expect(values.found.map(\.octets) == whole.found.map(\.octets) && !values.isOpen)
    }
  }

  @Test("JSON and text are passed on as they came")
  func asTheyCame() throws {
    let body = Array("{\"a\" : 1.10}\r\n".utf8)
    for decoder in Self.decoders {
      let values = try decoder.decode([body[...]])
      #expect(values.found.map(\.octets) == [body])
      #expect(values.found.map(\.kind) == [decoder.type.name == "json" ? .json : .text])
    }
  }
}
