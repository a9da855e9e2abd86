import APICallBase
import APICallHTTP

/// The conversion of a body to UTF-8 for a decoder; most bodies need none.
final class TextConversion {
  private var converter: CharsetConverter
  /// The charset that the media type names although the format is always UTF-8; nil if it names
  /// none.
  private let label: String?

  /// Creates a conversion; nil if the decoder gets the bytes as they are.
  ///
  /// - Parameters:
  ///   - entry: the decoder.
  ///   - settings: the charset of the body, and the media type that names one.
  ///   - isStrict: whether text that is invalid in its charset is an error.
  /// - Throws: ``DeliveryError/malformed(_:hint:)`` for an unknown charset.
  init?(
    for entry: DecoderEntry, _ settings: DecodeSettings, isStrict: Bool
  ) throws(DeliveryError) {
    let label = settings.mediaType?.parameter("charset")
    if entry.isExternal || !entry.readsText { return nil }
    if let charset = settings.charset {
      converter = CharsetConverter(charset, isStrict: isStrict)
      self.label = nil
      return
    }
    if entry.usesCharset {
      converter = CharsetConverter(try Self.charset(named: label), isStrict: isStrict)
      self.label = nil
      return
    }
    // A parameter of JSON has no effect (RFC 8259, section 11), but explains bytes that are not
    // UTF-8.
    guard let label, let charset = Charset(named: label), charset != .utf8, charset != .ascii
    else { return nil }
    converter = CharsetConverter(.utf8, isStrict: true)
    self.label = charset.rawValue
  }

  /// Finds the charset that a media type names.
  ///
  /// - Parameter label: the name; nil for UTF-8.
  /// - Returns: the charset.
  /// - Throws: ``DeliveryError/malformed(_:hint:)`` if the name is unknown.
  static func charset(named label: String?) throws(DeliveryError) -> Charset {
    guard let label else { return .utf8 }
    if let charset = Charset(named: label) { return charset }
    let known = Charset.allCases.map(\.rawValue).joined(separator: ", ")
    throw .malformed(
      "unknown charset '\(label)'; the known ones are \(known)",
      hint: "'decode: {charset: utf-8}' replaces it")
  }

  func convert(
    _ bytes: Span<UInt8>, _ take: (Span<UInt8>) throws(DeliveryError) -> Void
  ) throws(DeliveryError) {
    do throws(DeliveryError) { try converter.convert(bytes, take) } catch { throw explained(error) }
  }

  func finish(
    _ take: (Span<UInt8>) throws(DeliveryError) -> Void
  ) throws(DeliveryError) {
    do throws(DeliveryError) { try converter.finish(take) } catch { throw explained(error) }
  }

  /// The same error with the charset that the media type names.
  private func explained(_ error: DeliveryError) -> DeliveryError {
    guard let label, case .malformed(let reason, hint: nil) = error else { return error }
    return .malformed(
      reason,
      hint: "the Content-Type names \(label); 'decode: {charset: \(label)}' reads it so")
  }
}
