package import APICallCore
import JSONText

/// JSON lines: one value a line, each passed on as it comes; empty lines are left out.
package struct NDJSONDecoder: ResponseDecoder {
  package static let name = "ndjson"
  package static let summary =
    "JSON lines: one value a line, each passed on as it comes; empty lines are left out."
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
  /// How much of a byte order mark may still come.
  private var mark: ArraySlice<UInt8> = [0xEF, 0xBB, 0xBF]

  package init() {}

  package func begin(_ values: any ValueReceiver) {}

  package mutating func decode(
    _ octets: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    var start = 0
    while let first = mark.first, start < octets.count {
      guard octets[start] == first else {
        mark = []
        break
      }
      mark.removeFirst()
      start += 1
    }
    while start < octets.count {
      let end = octets.index(of: 0x0A, from: start) ?? octets.count
      try read(octets.extracting(start..<end), to: values)
      if end < octets.count {
        try endLine(values)
        line += 1
      }
      start = end + 1
    }
  }

  package mutating func end(_ values: any ValueReceiver) throws(DeliveryError) {
    try endLine(values)
  }

  private mutating func read(
    _ octets: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    var piece = octets
    if !isInValue {
      var index = 0
      while index < octets.count, octets[index].isJSONSpace { index += 1 }
      guard index < octets.count else { return }
      piece = octets.extracting(index...)
      // The white space is read as well, so that columns are right.
      validator = JSONValidator()
      try check { (validator) throws(JSONSyntaxError) in
        try validator.push(octets.extracting(first: index))
      }
    }
    try check { (validator) throws(JSONSyntaxError) in try validator.push(piece) }
    if !isInValue { try values.begin(.json) }
    isInValue = true
    try values.receive(piece)
  }

  private mutating func endLine(_ values: any ValueReceiver) throws(DeliveryError) {
    guard isInValue else { return }
    isInValue = false
    try check { (validator) throws(JSONSyntaxError) in try validator.finish() }
    try values.end()
  }

  private mutating func check(
    _ read: (inout JSONValidator) throws(JSONSyntaxError) -> Void
  ) throws(DeliveryError) {
    do {
      try read(&validator)
    } catch {
      var error = error
      error.line = line
      throw .malformed(error.description)
    }
  }
}

extension UInt8 {
  fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}

extension Span<UInt8> {
  /// Where an octet stands next.
  func index(of octet: UInt8, from start: Int) -> Int? {
    withUnsafeBufferPointer { $0[start...].firstIndex(of: octet) }
  }
}
