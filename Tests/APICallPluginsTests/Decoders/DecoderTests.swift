import APICallBase
import APICallContracts
import APICallPlugins
import Testing

/// A decoder with its name.
struct NamedDecoder: Sendable, CustomTestStringConvertible {
  let type: DecoderEntry

  init(type: DecoderEntry) { self.type = type }
  init(type: any ResponseDecoder.Type) { self.type = DecoderEntry(type) }

  var testDescription: String { type.name }

  func decode(_ pieces: [ArraySlice<UInt8>]) throws(DeliveryError) -> Values {
    let values = Values()
    var decoder = type.make(DecodeSettings())
    try decoder.begin(values)
    for piece in pieces { try decoder.decode(Array(piece).span, to: values) }
    try decoder.end(values)
    return values
  }

  /// The result for a body: the values, or the error.
  func outcome(_ pieces: [ArraySlice<UInt8>]) -> [String] {
    do {
      return try decode(pieces).found.map { "\($0.kind) \($0.bytes)" }
    } catch {
      return ["\(error)"]
    }
  }

  /// Keeps the values that a decoder finds.
  final class Values: ValueReceiver {
    var found: [(kind: ValueKind, bytes: [UInt8])] = []
    var isOpen = false
    var isStream = false

    func beginStream() { isStream = true }
    func begin(_ kind: ValueKind) {
      isOpen = true
      found.append((kind, []))
    }
    func receive(_ bytes: Span<UInt8>) {
      bytes.withUnsafeBufferPointer { found[found.count - 1].bytes.append(contentsOf: $0) }
    }
    func end() { isOpen = false }
  }
}

@Suite("Every decoder")
struct DecoderTests {
  static let decoders = Builtins.decoders.map { NamedDecoder(type: $0) }

  @Test("It names media types as patterns", arguments: decoders)
  func mediaTypes(_ decoder: NamedDecoder) {
    // Lines and hex dumps are selected by name only.
    #expect(decoder.type.mediaTypes.isEmpty == ["lines", "hex"].contains(decoder.type.name))
    for type in decoder.type.mediaTypes {
      #expect(type.wholeMatch(of: /[a-z*]+\/(\*|[a-z0-9.-]+|\*\+[a-z]+)/) != nil, "\(type)")
    }
  }

  @Test(
    "The cuts of a body do not matter, and every value that begins ends", arguments: decoders)
  func pieces(_ decoder: NamedDecoder) throws {
    for body in Self.bodies.map({ Array($0.utf8) }) {
      let whole = decoder.outcome([body[...]])
      for cut in body.indices {
        #expect(decoder.outcome([body[..<cut], body[cut...]]) == whole)
      }
      guard let values = try? decoder.decode([body[...]]) else { continue }
      #expect(!values.isOpen && values.found.allSatisfy { $0.kind == decoder.type.kind })
    }
  }

  /// Bodies for the various decoders.
  static let bodies = [
    "{\"a\": \"é\"}\n", "a=1&b=%20é&a=%2", "\u{1e}1\n\u{1e}{}\n", "plain",
    "\u{feff}{\"a\": 1}\r\n\n [2]\n\"x\"", "1\n{\n",
    "\u{feff}: c\r\nevent: e\rdata: é\r\ndata\nid:7\nretry: 1\n\ndata: x\r\n\r\ndata: lost\n",
    "id,name\r\n1,\"é \"\"x\"\"\r\n\"\n2,\r3,c", "a,b\n1\n", "a\n\"b\"c", "a\n1\n\n2",
    "a: [1, 0x1f, ~]\nb: &x {c: d}\ne: *x\n", "--- 1\n--- two\n", "a: [1",
  ]

  @Test("A verbatim decoder passes on the body unchanged", arguments: decoders)
  func asTheyCame(_ decoder: NamedDecoder) throws {
    let body = Array("{\"a\" : 1.10}\r\n".utf8)
    guard decoder.type.isVerbatim else { return }
    #expect(try decoder.decode([body[...]]).found.map(\.bytes) == [body])
  }

  @Test("JSON and text are verbatim")
  func verbatim() {
    #expect(Self.decoders.filter { $0.type.isVerbatim }.map { $0.type.name } == ["json", "text"])
  }
}
