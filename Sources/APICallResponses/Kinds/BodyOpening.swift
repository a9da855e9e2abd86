package import APICallBase
package import APICallContracts
import APICallHTTP
import APICallText

/// The beginning of a body, which shows whether the body can be of the kind that a decoder reads.
///
/// A page of HTML in place of rows decodes to something in most formats, and an error in place of
/// values to an empty stream.
package struct BodyOpening {
  private static let longestSpace = 64 << 10
  private static let json = Set("{[\"-0123456789tfn".utf8)

  private let entry: DecoderEntry
  private let settings: DecodeSettings
  private let isRead: Bool
  private(set) var bytes: [UInt8] = []
  /// The number of bytes at the beginning that are known to be no value.
  private var blankCount = 0

  /// Creates an empty beginning; nil for a decoder that reads any body.
  init?(of entry: DecoderEntry, _ settings: DecodeSettings, isRead: Bool) {
    if entry.acceptsAnyBody || !isRead && entry.name != "json" { return nil }
    self.entry = entry
    self.settings = settings
    self.isRead = isRead
  }

  /// What follows the white space at the beginning, as far as a message shows it.
  var start: [UInt8] { Array(Self.visible(bytes[...]).prefix(OtherKind.longest)) }

  var isBlank: Bool { Self.visible(bytes[...]).isEmpty }

  /// Returns all bytes so far; nil if more are needed.
  ///
  /// Throws ``DeliveryError/otherKind(_:)`` if the body is of another kind, and
  /// ``DeliveryError/malformed(_:hint:)`` if it begins with too much white space.
  mutating func complete(by piece: Span<UInt8>) throws(DeliveryError) -> [UInt8]? {
    piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    // A byte order mark needs three bytes, and a tag two.
    if bytes.count < ByteOrderMark.utf8.count, ByteOrderMark.utf8.starts(with: bytes) { return nil }
    let visible =
      blankCount == 0 ? Self.visible(bytes[...]) : bytes[blankCount...].drop(while: Self.isSpace)
    blankCount = visible.startIndex
    guard blankCount <= Self.longestSpace else {
      if !isRead { return bytes }
      throw .malformed("more than \(Self.longestSpace >> 10) KiB of white space before the value")
    }
    let isEnough = visible.first == UInt8(ascii: "<") ? visible.count > 1 : !visible.isEmpty
    guard isEnough else { return nil }
    if let fault { throw .otherKind(fault) }
    return bytes
  }

  /// Why the body cannot be of the kind that the decoder reads; nil if it can.
  var fault: OtherKind? { Self.fault(in: bytes, entry, settings, isRead: isRead) }

  package static func fault(
    in bytes: [UInt8], _ entry: DecoderEntry, _ settings: DecodeSettings, isRead: Bool = true
  ) -> OtherKind? {
    if entry.acceptsAnyBody { return nil }
    let visible = visible(bytes[...])
    guard let first = visible.first else { return faultOfEmpty(entry, settings) }
    let readsJSON = ["json", "ndjson"].contains(entry.name)
    if isMarkup(visible) || readsJSON && !json.contains(first) {
      return OtherKind(readAs: entry.name, settings, start: visible)
    }
    guard isRead, settings.reportsProblem, entry.name != "json" || !settings.isNamed
    else { return nil }
    return OtherKind(
      readAs: entry.name, settings, start: visible,
      reason: "it reports a problem, although its status is not an error",
      hint: "'decode: json' reads it")
  }

  /// Why a body without anything visible cannot be read; nil if it has no values.
  static func faultOfEmpty(_ entry: DecoderEntry, _ settings: DecodeSettings) -> OtherKind? {
    // A live stream may end before its first value.
    guard entry.isDocument || !settings.columns.isEmpty && !entry.isLive,
      !settings.exchange.hasNoContent
    else { return nil }
    return OtherKind(
      readAs: entry.name, settings, start: [],
      hint: entry.isStream ? "a table without rows has the names of its columns" : nil)
  }

  /// What follows a byte order mark and white space.
  package static func visible(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text =
      bytes.starts(with: ByteOrderMark.utf8) ? bytes.dropFirst(ByteOrderMark.utf8.count) : bytes
    return text.drop(while: isSpace)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Whether text begins with a tag, a declaration or a comment of HTML or XML.
  static func isMarkup(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.first == UInt8(ascii: "<"), let next = text.dropFirst().first else { return false }
    return next == UInt8(ascii: "!") || next == UInt8(ascii: "?") || next.isASCIILetter
  }
}

extension DecodeSettings {
  /// Whether the response is a problem report (RFC 9457) although its status is not an error.
  fileprivate var reportsProblem: Bool {
    guard let mediaType, exchange.isSuccess else { return false }
    return mediaType.matches("application/problem+json")
  }

  var isPage: Bool {
    guard let mediaType else { return false }
    return mediaType.matches("text/html") || mediaType.matches("application/xhtml+xml")
  }
}

extension OtherKind {
  package init(
    readAs decoder: String, _ settings: DecodeSettings, start: some Collection<UInt8>,
    reason: String? = nil, hint: String? = nil
  ) {
    self.init(
      readAs: decoder, mediaType: settings.exchange.contentType ?? settings.mediaType?.description,
      start: start, reason: reason, hint: hint)
  }
}
