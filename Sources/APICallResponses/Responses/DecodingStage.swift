package import APICallBase
package import APICallContracts

/// A decoder, and before it the conversion from the charset of the response to UTF-8, and the check
/// that the body is of the decoder's kind.
///
/// It has one user, which reads one body with it.
package final class DecodingStage {
  private let entry: DecoderEntry
  private let settings: DecodeSettings
  private let isRead: Bool
  private var decoder: any BodyDecoding
  private var converter: TextConversion?
  /// The beginning of the body until it is known to be of the right kind; nil if it is, or if its
  /// kind does not matter.
  private var opening: BodyOpening?
  private var start: [UInt8] = []

  package init(
    _ entry: DecoderEntry, _ settings: DecodeSettings, isRead: Bool = true
  ) {
    self.entry = entry
    self.settings = settings
    self.isRead = isRead
    decoder = entry.make(settings)
    opening = BodyOpening(of: entry, settings, isRead: isRead)
  }

  /// Prepares for the first piece; called once.
  ///
  /// Throws ``DeliveryError/malformed(_:hint:)`` for an unknown charset.
  package func begin(_ values: any ValueReceiver) throws(DeliveryError) {
    converter = try TextConversion(for: entry, settings)
    if opening == nil { try beginValues(values) }
  }

  private func beginValues(_ values: any ValueReceiver) throws(DeliveryError) {
    if entry.isStream { try values.beginStream() }
    try decoder.begin(values)
  }

  package func decode(
    _ bytes: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    guard let converter else { return try read(bytes, to: values) }
    try converter.convert(bytes) { (text) throws(DeliveryError) in try read(text, to: values) }
  }

  package func end(_ values: any ValueReceiver) throws(DeliveryError) {
    if let converter {
      try converter.finish { (text) throws(DeliveryError) in try read(text, to: values) }
    }
    if let opening {
      self.opening = nil
      if let fault = opening.fault { throw .otherKind(fault) }
      if opening.isBlank, entry.isDocument { return }
      try beginValues(values)
      start = opening.start
      if !opening.isBlank { try decodeText(opening.bytes.span, to: values) }
    }
    do throws(DeliveryError) { try decoder.end(values) } catch { throw explained(error) }
  }

  /// Whether a body without any bytes is a stream without values.
  var mayBeEmptyStream: Bool { entry.isStream && !settings.exchange.hasNoContent }

  /// Ends a body without any bytes, for which nothing else is called.
  ///
  /// Throws ``DeliveryError/otherKind(_:)`` if there must be something to read.
  package func endEmpty() throws(DeliveryError) {
    if isRead, opening != nil, let fault = BodyOpening.faultOfEmpty(entry, settings) {
      throw .otherKind(fault)
    }
  }

  private func read(
    _ bytes: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    guard bytes.count > 0 else { return }
    guard opening != nil else { return try decodeText(bytes, to: values) }
    guard let text = try opening?.complete(by: bytes) else { return }
    start = opening?.start ?? []
    opening = nil
    try beginValues(values)
    try decodeText(text.span, to: values)
  }

  private func decodeText(
    _ text: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    try rethrowing(decoder.decode(text, to: values)) { explained($0) }
  }

  private func explained(_ error: DeliveryError) -> DeliveryError {
    guard case .otherKind(let kind) = error, kind.decoder.isEmpty, let reason = kind.reason
    else { return error }
    if start.isEmpty { return .malformed(reason) }
    return .otherKind(
      OtherKind(readAs: entry.name, settings, start: start, reason: reason, hint: kind.hint))
  }
}
