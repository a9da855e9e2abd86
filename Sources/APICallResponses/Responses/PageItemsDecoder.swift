import APICallBase
import APICallContracts
import APICallText

/// Reads the items of pages as ``PageTurner`` passes them on, and the values of iterations.
///
/// They are valid JSON, each on a line of its own without white space.
struct PageItemsDecoder: ResponseDecoder {
  static let name = "items"
  static let summary = "The items of pages."
  static let mediaTypes: [String] = []
  static let kind = ValueKind.json
  static let isStream = true
  static let checksJSON = true
  static let acceptsAnyBody = true

  static let entry = DecoderEntry(Self.self)

  private var isInItem = false

  func begin(_ values: any ValueReceiver) {}

  mutating func decode(
    _ bytes: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    var start = 0
    while start < bytes.count {
      let end = bytes.indexOfLineFeed(from: start) ?? bytes.count
      if !isInItem { try values.begin(.json) }
      isInItem = true
      if start < end { try values.receive(bytes.extracting(start..<end)) }
      if end < bytes.count {
        isInItem = false
        try values.end()
      }
      start = end + 1
    }
  }

  func end(_ values: any ValueReceiver) {}
}
