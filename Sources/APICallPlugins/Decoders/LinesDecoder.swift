package import APICallBase
package import APICallContracts
import APICallText
import JSONText

/// Lines of text: each as a text of its own, passed on as it arrives.
///
/// A line ends with LF or CR LF. Empty lines are values; text after the last line end is a line.
package struct LinesDecoder: ResponseDecoder {
  package static let name = "lines"
  package static let summary = "Lines of text: each as a text of its own, passed on as it arrives."
  package static let mediaTypes: [String] = []
  package static let kind = ValueKind.json
  package static let isStream = true
  package static let checksJSON = true
  package static let usesCharset = true
  package static let acceptsAnyBody = true

  private static let carriageReturn = UInt8(ascii: "\r")

  private var isInLine = false
  /// Whether a CR has arrived that may belong to the end of the line.
  private var holdsReturn = false
  private var escaped: [UInt8] = []

  package init() {}

  package mutating func decode(
    _ bytes: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    var start = 0
    while start < bytes.count {
      let end = bytes.indexOfLineFeed(from: start) ?? bytes.count
      try read(bytes.extracting(start..<end), to: values)
      if end < bytes.count { try endLine(values) }
      start = end + 1
    }
  }

  package mutating func end(_ values: any ValueReceiver) throws(DeliveryError) {
    if holdsReturn {
      holdsReturn = false
      try receive([Self.carriageReturn].span, to: values)
    }
    if isInLine { try endLine(values) }
  }

  private mutating func read(
    _ piece: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    guard !piece.isEmpty else { return }
    if holdsReturn {
      holdsReturn = false
      try receive([Self.carriageReturn].span, to: values)
    }
    var piece = piece
    if piece[piece.count - 1] == Self.carriageReturn {
      holdsReturn = true
      piece = piece.extracting(first: piece.count - 1)
      // The line has begun, even if it has no other byte.
      try beginLine(values)
    }
    if !piece.isEmpty { try receive(piece, to: values) }
  }

  private mutating func beginLine(_ values: any ValueReceiver) throws(DeliveryError) {
    guard !isInLine else { return }
    isInLine = true
    try values.begin(.json)
    try values.receive([UInt8(ascii: "\"")].span)
  }

  private mutating func receive(
    _ text: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    try beginLine(values)
    escaped.removeAll(keepingCapacity: true)
    JSONWriter.append(content: text, to: &escaped)
    try values.receive(escaped.span)
  }

  private mutating func endLine(_ values: any ValueReceiver) throws(DeliveryError) {
    holdsReturn = false
    try beginLine(values)
    try values.receive([UInt8(ascii: "\"")].span)
    try values.end()
    isInLine = false
  }
}
