package import APICallBase
package import APICallHTTP
import JSONText

/// JSON lines: one value per line, each passed on as it arrives, without empty lines.
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
  private var isInValue = false
  /// The rest of a byte order mark that may still arrive.
  private var mark: ArraySlice<UInt8> = [0xEF, 0xBB, 0xBF]
  private var isInMark: Bool { 1...2 ~= mark.count }

  package init() {}

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
      try read(bytes.extracting(start..<end), to: values)
      if end < bytes.count {
        try endLine(values)
        line += 1
      }
      start = end + 1
    }
  }

  package mutating func end(_ values: any ValueReceiver) throws(DeliveryError) {
    if isInMark { try finish() }
    try endLine(values)
  }

  private mutating func read(
    _ bytes: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    var piece = bytes
    if !isInValue {
      var index = 0
      while index < bytes.count, bytes[index].isJSONSpace { index += 1 }
      // White space is also validated, so that columns are right.
      try validate(bytes.extracting(first: index))
      guard index < bytes.count else { return }
      piece = bytes.extracting(index...)
    }
    try validate(piece)
    if !isInValue { try values.begin(.json) }
    isInValue = true
    try values.receive(piece)
  }

  private mutating func endLine(_ values: any ValueReceiver) throws(DeliveryError) {
    if isInValue {
      isInValue = false
      try finish()
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
    return .malformed(error.description)
  }
}

extension UInt8 {
  fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
