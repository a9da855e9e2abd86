import APICallHTTP
import APICallRequests
import JSONText

/// The values in the parts of a request, each as a whole.
enum WholeValues {
  /// The places of the segments of a path, which stay encoded, with their decoded values.
  static func segments(of path: [UInt8]) -> [(range: Range<Int>, value: [UInt8])] {
    path.split(separator: UInt8(ascii: "/")).map {
      ($0.startIndex..<$0.endIndex, PercentEncoding.decode(Array($0), plusIsSpace: false))
    }
  }

  /// The places of the values of a query or form, which stay encoded, with their decoded values.
  static func items(of text: [UInt8]) -> [(range: Range<Int>, value: [UInt8])] {
    WrittenItems.items(of: text).filter { !$0.value.isEmpty }.map {
      ($0.value, PercentEncoding.decode(Array(text[$0.value]), plusIsSpace: true))
    }
  }

  /// The values in a body: those of a form, the strings and numbers of JSON, and the parts of a
  /// multipart body.
  static func values(of body: ExchangeBody) -> [[UInt8]] {
    if body.isForm { return items(of: body.bytes).map(\.value) }
    if body.isMultipart, let type = body.contentType {
      return ReceivedParts(body.bytes, contentType: type)?.parts.map(\.bytes) ?? []
    }
    guard let document = body.anyJSON else { return [] }
    return SecretWalk(document.root, keeping: []).tokens.filter { !$0.isKey }.map(\.text)
  }
}
