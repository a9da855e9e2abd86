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
    _ octets: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    var start = 0
    while let next = mark.first, start < octets.count {
      guard octets[start] == next || isInMark else {
        mark = []
        break
      }
      // The validator also reads it, and reports an incomplete mark.
      try validate(octets.extracting(start..<start + 1))
      mark.removeFirst()
      start += 1
    }
    while start < octets.count {
      let end = octets.indexOfLineFeed(from: start) ?? octets.count
      try read(octets.extracting(start..<end), to: values)
      if end < octets.count {
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
    _ octets: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    var piece = octets
    if !isInValue {
      var index = 0
      while index < octets.count, octets[index].isJSONSpace { index += 1 }
      // White space is also validated, so that columns are right.
      try validate(octets.extracting(first: index))
      guard index < octets.count else { return }
      piece = octets.extracting(index...)
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

  private mutating func validate(_ octets: Span<UInt8>) throws(DeliveryError) {
    do {
      try validator.push(octets)
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
