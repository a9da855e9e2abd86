import APICallBase
import APICallHTTP

/// Reads the items of pages as ``PageTurner`` passes them on.
///
/// They are valid JSON, each on a line of its own without white space.
struct PageItemsDecoder: ResponseDecoder {
  static let name = "items"
  static let summary = "The items of pages."
  static let mediaTypes: [String] = []
  static let kind = ValueKind.json
  static let isStream = true
  static let checksJSON = true

  static let entry = DecoderEntry(Self.self)

  private var isInItem = false

  func begin(_ values: any ValueReceiver) {}

  mutating func decode(
    _ octets: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    var start = 0
    while start < octets.count {
      let end = octets.indexOfLineFeed(from: start) ?? octets.count
      if !isInItem { try values.begin(.json) }
      isInItem = true
      if start < end { try values.receive(octets.extracting(start..<end)) }
      if end < octets.count {
        isInItem = false
        try values.end()
      }
      start = end + 1
    }
  }

  func end(_ values: any ValueReceiver) {}
}
