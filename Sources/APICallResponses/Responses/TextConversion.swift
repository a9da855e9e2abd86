import APICallBase
import APICallContracts
import APICallHTTP

/// The conversion of a body to UTF-8 for a decoder; most bodies need none.
final class TextConversion {
  private var converter: CharsetConverter
  /// The charset that the media type names although the format is always UTF-8; nil if it names
  /// none.
  private let label: String?
  private let isNamed: Bool

  /// Creates a conversion; nil if the decoder gets the bytes as they are.
  ///
  /// Throws ``DeliveryError/malformed(_:hint:)`` for an unknown charset.
  init?(
    for entry: DecoderEntry, _ settings: DecodeSettings
  ) throws(DeliveryError) {
    let label = settings.mediaType?.parameter("charset")
    isNamed = settings.isNamed
    if entry.isExternal || !entry.readsText { return nil }
    if let charset = settings.charset {
      converter = CharsetConverter(charset, isStrict: true)
      self.label = nil
      return
    }
    if entry.usesCharset {
      converter = CharsetConverter(try Self.charset(named: label, isNamed), isStrict: true)
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

  /// Throws ``DeliveryError/malformed(_:hint:)`` if the name is unknown.
  private static func charset(
    named label: String?, _ isNamed: Bool
  ) throws(DeliveryError) -> Charset {
    guard let label else { return .utf8 }
    if let charset = Charset(named: label) { return charset }
    let known = Charset.allCases.map(\.rawValue)
    let near = Nearest.word(to: label.lowercased(), among: known) ?? "utf-8"
    throw .malformed(
      "unknown charset '\(label)'", hint: way(toRead: near, isNamed) + " replaces it")
  }

  /// The error of a text whose charset is unknown, or that this machine cannot read.
  static func problem(_ settings: DecodeSettings) -> DeliveryError? {
    let label = settings.mediaType?.parameter("charset")
    do throws(DeliveryError) {
      var charset = Charset.utf8
      if let set = settings.charset {
        charset = set
      } else {
        charset = try self.charset(named: label, settings.isNamed)
      }
      return charset.isReadable ? nil : .unreadable(charset)
    } catch {
      return error
    }
  }

  private static func way(toRead charset: String, _ isNamed: Bool) -> String {
    isNamed ? "'charset: \(charset)' in 'decode'" : "'decode: {charset: \(charset)}'"
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

  /// The same error with what sets another charset, such as the one that the media type names.
  private func explained(_ error: DeliveryError) -> DeliveryError {
    guard case .malformed(let reason, hint: nil) = error else { return error }
    guard let label else {
      return .malformed(
        reason, hint: Self.way(toRead: "NAME", isNamed) + " reads another charset")
    }
    return .malformed(
      reason,
      hint: "the Content-Type names \(label); \(Self.way(toRead: label, isNamed)) reads it so")
  }
}
