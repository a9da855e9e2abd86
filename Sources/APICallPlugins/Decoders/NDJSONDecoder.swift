package import APICallBase
package import APICallContracts
import APICallText
import JSONText

/// JSON lines: one value per line, each passed on as it arrives, without empty lines.
///
/// A line is passed on as a whole: what is before an error in it is not a value.
package struct NDJSONDecoder: ResponseDecoder {
  package static let name = "ndjson"
  package static let summary =
    "JSON lines: one value per line, each passed on as it arrives, without empty lines."
  package static let mediaTypes = [
    "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines",
    "application/jsonlines",
  ]
  package static let kind = ValueKind.json
  package static let isStream = true
  package static let checksJSON = true

  private var validator = JSONValidator()
  private var line = 1
  /// The beginning of the value of the current line.
  private let held: BufferSink
  /// The rest of a byte order mark that may still arrive.
  private var mark: ArraySlice<UInt8> = [0xEF, 0xBB, 0xBF]
  private var isInMark: Bool { 1...2 ~= mark.count }

  package init() { self.init(DecodeSettings()) }

  /// Creates a decoder with the memory limit of its settings, which applies to each line.
  package init(_ settings: DecodeSettings) { held = BufferSink(limit: settings.limit) }

  package mutating func decode(
    _ bytes: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    var start = 0
    while let next = mark.first, start < bytes.count {
      guard bytes[start] == next || isInMark else {
        mark = []
        break
      }
      // The validator also reads it, and reports an incomplete mark.
      try validate(bytes.extracting(start..<start + 1))
      mark.removeFirst()
      start += 1
    }
    while start < bytes.count {
      let end = bytes.indexOfLineFeed(from: start) ?? bytes.count
      // White space before a value is also validated, so that columns are right.
      try validate(bytes.extracting(start..<end))
      if held.isEmpty {
        while start < end, bytes[start].isJSONSpace { start += 1 }
      }
      if end < bytes.count {
        try endLine(by: bytes.extracting(start..<end), values)
        line += 1
      } else {
        try held.write(bytes.extracting(start..<end))
      }
      start = end + 1
    }
  }

  package mutating func end(_ values: any ValueReceiver) throws(DeliveryError) {
    if isInMark { try finish() }
    let nothing: [UInt8] = []
    try endLine(by: nothing.span, values)
  }

  private mutating func endLine(
    by rest: Span<UInt8>, _ values: any ValueReceiver
  ) throws(DeliveryError) {
    let start = held.take()
    if !start.isEmpty || rest.count > 0 {
      try finish()
      try values.begin(.json)
      if !start.isEmpty { try values.receive(start.span) }
      if rest.count > 0 { try values.receive(rest) }
      try values.end()
    }
    validator = JSONValidator(allowsMark: false)
  }

  private mutating func validate(_ bytes: Span<UInt8>) throws(DeliveryError) {
    do {
      try validator.push(bytes)
    } catch {
      throw fault(error)
    }
  }

  private mutating func finish() throws(DeliveryError) {
    do {
      try validator.finish()
    } catch {
      throw fault(error)
    }
  }

  private func fault(_ error: JSONSyntaxError) -> DeliveryError {
    var error = error
    error.line = line
    return DeliveryError(error)
  }
}

extension UInt8 {
  fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
