package import APICallBase
package import APICallContracts
import APICallText
import JSONText

/// Server-sent events: each a map of its event, data and id, passed on as it arrives.
///
/// The data is always text. If it is also JSON, as in most APIs, the map contains it a second time
/// as a value under the key `json`. The type of `data` therefore never depends on its content, and
/// a path can select a part of the value. Data that begins as JSON but is not would then be skipped,
/// so it is an error where `json` is used.
///
/// The rules are those of the HTML standard, section 9.2.6: an event without data is dropped. Where
/// that drops lines that do not end with a blank line, they may have been cut, which is an error,
/// whatever they are, except for comments. So is a body without any line of an event stream, which
/// would be an empty one.
package struct SSEDecoder: ResponseDecoder {
  package static let name = "sse"
  package static let summary =
    "Server-sent events: each a map of its event, data and id, passed on as it arrives."
  package static let mediaTypes = ["text/event-stream"]
  package static let kind = ValueKind.json
  package static let isStream = true
  package static let checksJSON = true
  package static let isLive = true
  package static let checksMembers = true

  private var line: [UInt8] = []
  private var isAtStart = true
  private var isAfterReturn = false

  private var event = ""
  private var data: [UInt8] = []
  private var hasData = false
  private var id = ""
  /// Whether lines other than comments have arrived without the blank line that ends an event.
  private var isInEvent = false
  /// Whether any line is one of an event stream, and whether any is not.
  private var (hasFields, hasOthers) = (false, false)

  private let limit: Int
  private let needsJSON: Bool
  private var count = 0

  package init() { self.init(DecodeSettings()) }

  package init(_ settings: DecodeSettings) {
    limit = settings.limit
    needsJSON = settings.columns.contains("json")
  }

  package mutating func decode(
    _ bytes: Span<UInt8>, to values: any ValueReceiver
  ) throws(DeliveryError) {
    var start = 0
    while start < bytes.count {
      if isAfterReturn {
        isAfterReturn = false
        if bytes[start] == 0x0A {
          start += 1
          continue
        }
      }
      var end = start
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      try hold(bytes.extracting(start..<end))
      guard end < bytes.count else { return }
      isAfterReturn = bytes[end] == 0x0D
      start = end + 1
      try endLine(values)
    }
  }

  package mutating func end(_ values: any ValueReceiver) throws(DeliveryError) {
    dropMark()
    let isComment = line.first == UInt8(ascii: ":")
    if !hasFields, line.isEmpty ? hasOthers : !isComment && !Self.beginsField(line) {
      throw .otherKind(OtherKind("no line belongs to an event stream"))
    }
    if isInEvent || !line.isEmpty && !isComment {
      throw .malformed("the last event does not end with an empty line, so it may be cut")
    }
  }

  /// Whether a line that is not complete may be one of an event stream.
  private static func beginsField(_ line: [UInt8]) -> Bool {
    ["data", "event", "id", "retry"].contains { name in
      line.starts(with: name.utf8.prefix(line.count))
        && (line.count <= name.utf8.count || line[name.utf8.count] == UInt8(ascii: ":"))
    }
  }

  private mutating func hold(_ piece: Span<UInt8>) throws(DeliveryError) {
    // A comment is ignored, however long it is.
    if line.first == UInt8(ascii: ":") { return }
    guard line.count + data.count + piece.count <= limit else { throw .tooLarge(limit: limit) }
    piece.withUnsafeBufferPointer { line.append(contentsOf: $0) }
  }

  private mutating func endLine(_ values: any ValueReceiver) throws(DeliveryError) {
    defer { line.removeAll(keepingCapacity: line.count < 1 << 16) }
    dropMark()
    if line.isEmpty { return try dispatch(values) }
    guard line.first == UInt8(ascii: ":") || String(validating: line, as: UTF8.self) != nil else {
      throw .malformed("a line of an event is not UTF-8")
    }
    isInEvent = isInEvent || line.first != UInt8(ascii: ":")
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "data":
      if hasData { data.append(0x0A) }
      hasData = true
      data.append(contentsOf: value)
    case "event":
      event = String(decoding: value, as: UTF8.self)
    case "id":
      if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
    case "", "retry": break
    default:
      hasOthers = true
      return
    }
    hasFields = true
  }

  /// Leaves out the byte order mark before the first line.
  private mutating func dropMark() {
    guard isAtStart else { return }
    isAtStart = false
    if line.starts(with: ByteOrderMark.utf8) { line.removeFirst(ByteOrderMark.utf8.count) }
  }

  private mutating func dispatch(_ values: any ValueReceiver) throws(DeliveryError) {
    defer {
      event = ""
      data.removeAll(keepingCapacity: data.count < 1 << 16)
      (hasData, isInEvent) = (false, false)
    }
    guard hasData else { return }
    count += 1
    let fault = Self.fault(ofJSON: data)
    if let fault, needsJSON, Self.beginsAsJSON(data) {
      throw .malformed(
        "the data of event \(count) is not JSON: \(fault)",
        hint: "'data' has it as text, in place of 'json'")
    }
    var text = Array("{\"event\":".utf8)
    JSONWriter.append(string: event.isEmpty ? "message" : event, to: &text)
    text += ",\"data\":".utf8
    JSONWriter.append(string: String(decoding: data, as: UTF8.self), to: &text)
    text += ",\"id\":".utf8
    JSONWriter.append(string: id, to: &text)
    if fault == nil {
      text += ",\"json\":".utf8
      text += data
    }
    text.append(UInt8(ascii: "}"))
    try values.begin(.json)
    try values.receive(text.span)
    try values.end()
  }

  /// Why data is not JSON that can be part of a map, which adds a level; nil if it is.
  private static func fault(ofJSON data: [UInt8]) -> JSONSyntaxError? {
    var validator = JSONValidator(maxDepth: JSONScanner.usualDepth - 1)
    do throws(JSONSyntaxError) {
      try validator.push(data.span)
      try validator.finish()
      return nil
    } catch {
      return error
    }
  }

  /// Whether data begins as a JSON map or list does; `[DONE]` does not.
  private static func beginsAsJSON(_ data: [UInt8]) -> Bool {
    let text = data.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A }
    guard text.first == UInt8(ascii: "[") else { return text.first == UInt8(ascii: "{") }
    let item = text.dropFirst().first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A }
    return item.map { "{[]\"-0123456789tfn".utf8.contains($0) } ?? true
  }
}
