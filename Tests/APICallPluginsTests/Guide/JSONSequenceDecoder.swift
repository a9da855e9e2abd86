package import APICallBase
package import APICallContracts

/// JSON text sequences (RFC 7464): the byte 0x1E begins each value.
package struct JSONSequenceDecoder: ResponseDecoder {
  package static let name = "json-seq"
  package static let summary = "JSON text sequences (RFC 7464): the byte 0x1E begins each value."
  package static let mediaTypes = ["application/json-seq"]
  package static let kind = ValueKind.json
  package static let isStream = true

  private var isInValue = false

  package init() {}

  package func begin(_ values: any ValueReceiver) throws(DeliveryError) {}

  package mutating func decode(
    _ bytes: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    var start = 0
    for index in bytes.indices where bytes[index] == 0x1E {
      if isInValue {
        try values.receive(bytes.extracting(start..<index))
        try values.end()
      }
      try values.begin(.json)
      isInValue = true
      start = index + 1
    }
    guard isInValue else { throw .malformed("the body does not begin with the byte 0x1E") }
    try values.receive(bytes.extracting(start...))
  }

  package func end(_ values: any ValueReceiver) throws(DeliveryError) {
    if isInValue { try values.end() }
  }
}
