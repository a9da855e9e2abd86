package import APICallBase
package import APICallContracts
import YAMLTree

/// YAML 1.2 as JSON, by the core schema, with several documents as a stream of values.
package struct YAMLDecoder: ResponseDecoder {
  package static let name = "yaml"
  package static let summary =
    "YAML 1.2 as JSON, by the core schema, with several documents as a stream of values."
  package static let mediaTypes = [
    "application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml", "*/*+yaml",
  ]
  package static let kind = ValueKind.json
  package static let checksJSON = true
  package static let usesCharset = true

  private let held: BufferSink
  private let limit: Int

  package init() { self.init(DecodeSettings()) }

  package init(_ settings: DecodeSettings) {
    limit = settings.limit
    held = BufferSink(limit: limit)
  }

  package func decode(_ bytes: Span<UInt8>, to values: any ValueReceiver) throws(DeliveryError) {
    try held.write(bytes)
  }

  package func end(_ values: any ValueReceiver) throws(DeliveryError) {
    var translator = try YAMLTranslator(held.take(), limit: limit)
    var (isStream, isEmpty) = (false, true)
    while let document = try translator.nextDocument() {
      // A second document is only detected when the first one is complete.
      if !isStream, translator.hasMore {
        isStream = true
        try values.beginStream()
      }
      isEmpty = false
      try values.begin(.json)
      try values.receive(document.span)
      try values.end()
    }
    if isEmpty { throw .malformed("it has no value") }
  }
}
