import APICallBase
import APICallContracts
import APICallHTTP

/// The rules for each role, built in or not, by the entry that selects it.
enum RoleConformance {
  /// The sizes of the pieces that an input is cut into.
  private static let cuts = [1, 7, 4096]

  /// Checks that a formatter prints the same however a value is cut, and prints the same again.
  ///
  /// - Parameters:
  ///   - entry: the formatter.
  ///   - value: a value in JSON.
  ///   - options: the values of its options.
  /// - Returns: what is wrong, in words; nil if nothing is.
  static func problem(
    of entry: FormatterEntry, printing value: [UInt8], with options: OptionValues = OptionValues()
  ) -> String? {
    differences(value) { pieces in
      let output = BufferSink()
      var settings = FormatSettings()
      settings.options = options
      do throws(DeliveryError) {
        var formatter = entry.make(settings)
        try formatter.begin(.json, output)
        for piece in pieces { try formatter.format(Array(piece).span, output) }
        try formatter.end(output)
        try formatter.finish(output)
        return output.bytes
      } catch {
        return Array("\(error)".utf8)
      }
    }
  }

  /// Checks that a decoder finds the same values however a body is cut, and ends each value that it
  /// begins.
  ///
  /// - Parameters:
  ///   - entry: the decoder.
  ///   - body: the body.
  ///   - mediaType: its media type; nil for none.
  ///   - options: the values of its options.
  /// - Returns: what is wrong, in words; nil if nothing is.
  static func problem(
    of entry: DecoderEntry, reading body: [UInt8], as mediaType: String? = nil,
    with options: OptionValues = OptionValues()
  ) -> String? {
    var fault: String?
    let difference = differences(body) { pieces in
      let values = ReceivedValues()
      var settings = DecodeSettings(mediaType: mediaType.flatMap { MediaType($0) })
      settings.options = options
      settings.exchange.contentType = mediaType
      do throws(DeliveryError) {
        var decoder = entry.make(settings)
        try decoder.begin(values)
        for piece in pieces { try decoder.decode(Array(piece).span, to: values) }
        try decoder.end(values)
        if values.isOpen { fault = "it does not end its last value" }
      } catch {
        // How much of an unfinished value exists depends on the pieces.
        return Array("\(error)".utf8)
      }
      fault = fault ?? values.fault
      return values.text
    }
    return fault ?? difference
  }

  /// The difference between the results for different pieces.
  private static func differences(
    _ input: [UInt8], _ work: ([ArraySlice<UInt8>]) -> [UInt8]
  ) -> String? {
    let whole = work([input[...]])
    for size in cuts {
      let pieces = stride(from: 0, to: input.count, by: size).map {
        input[$0..<min($0 + size, input.count)]
      }
      let got = work(pieces)
      if got != whole {
        return "cut into pieces of \(size) it gives '\(String(decoding: got, as: UTF8.self))', not "
          + "'\(String(decoding: whole, as: UTF8.self))'"
      }
    }
    return nil
  }
}

/// Keeps the values that a decoder finds, as text.
private final class ReceivedValues: ValueReceiver {
  private(set) var text: [UInt8] = []
  private(set) var isOpen = false
  private(set) var fault: String?
  private var count = 0
  private var isStream = false

  func beginStream() {
    if isStream || count > 0 { fault = "it says twice, or too late, that its body is a stream" }
    isStream = true
  }

  func begin(_ kind: ValueKind) {
    if isOpen { fault = "it begins a value within another" }
    isOpen = true
    count += 1
    text += "\n\(kind) ".utf8
  }

  func receive(_ bytes: Span<UInt8>) {
    if !isOpen { fault = "it has bytes outside of a value" }
    bytes.withUnsafeBufferPointer { text.append(contentsOf: $0) }
  }

  func end() {
    if !isOpen { fault = "it ends a value that it did not begin" }
    isOpen = false
  }
}
