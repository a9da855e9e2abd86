package import APICallBase
package import APICallContracts

/// Any bytes as a hex dump: the offset, sixteen bytes, and their ASCII characters.
package struct HexDecoder: ResponseDecoder {
  package static let name = "hex"
  package static let summary =
    "Any bytes as a hex dump: the offset, sixteen bytes, and their ASCII characters."
  /// None: this decoder is only selected by name.
  package static let mediaTypes: [String] = []
  package static let kind = ValueKind.text

  private static let digits = Array("0123456789abcdef".utf8)

  private var row: [UInt8] = []
  private var offset = 0
  private var text: [UInt8] = []

  package init() {}

  package func begin(_ values: any ValueReceiver) throws(DeliveryError) { try values.begin(.text) }

  package mutating func decode(
    _ bytes: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    for index in bytes.indices {
      row.append(bytes[index])
      if row.count == 16 { endRow() }
      // Limits the memory for a long piece.
      if text.count > 1 << 15 { try drain(to: values) }
    }
    try drain(to: values)
  }

  package mutating func end(_ values: any ValueReceiver) throws(DeliveryError) {
    if !row.isEmpty { endRow() }
    try drain(to: values)
    try values.end()
  }

  private mutating func endRow() {
    let place = String(offset, radix: 16)
    text += String(repeating: "0", count: max(0, 8 - place.utf8.count)).utf8
    text += place.utf8
    for index in 0..<16 {
      text += (index % 8 == 0 ? "  " : " ").utf8
      guard index < row.count else {
        text += "  ".utf8
        continue
      }
      text.append(Self.digits[Int(row[index] >> 4)])
      text.append(Self.digits[Int(row[index] & 0x0F)])
    }
    text += "  |".utf8
    for byte in row { text.append(0x20..<0x7F ~= byte ? byte : UInt8(ascii: ".")) }
    text += "|\n".utf8
    offset += row.count
    row.removeAll(keepingCapacity: true)
  }

  private mutating func drain(to values: any ValueReceiver) throws(DeliveryError) {
    if !text.isEmpty { try values.receive(text.span) }
    text.removeAll(keepingCapacity: true)
  }
}
