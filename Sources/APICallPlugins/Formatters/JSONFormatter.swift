package import APICallCore
import JSONText

/// JSON with an indentation of two spaces, and not altered otherwise.
package struct JSONFormatter: OutputFormatter {
  package static let name = "json"
  package static let summary = "JSON with an indentation of two spaces, and not altered otherwise."
  package static let checksJSON = true

  private var kind = ValueKind.json
  private var indenter = JSONIndenter()
  private var buffer: [UInt8] = []
  /// Text is held until it is complete, for it to become one JSON string.
  private let text = BufferSink(limit: HeldAnswer.limit)

  package init() {}

  package mutating func begin(
    _ kind: ValueKind, _ output: any ByteSink
  ) throws(DeliveryError) {
    self.kind = kind
    indenter = JSONIndenter()
    if kind == .octets { throw .unsuitable("the body's media type cannot be shown as json") }
  }

  package mutating func format(
    _ octets: Span<UInt8>, _ output: any ByteSink
  ) throws(DeliveryError) {
    guard kind == .json else { return try text.write(octets) }
    do {
      try indenter.push(octets, into: &buffer)
    } catch {
      try drain(to: output)
      throw .malformed(error.description)
    }
    try drain(to: output)
  }

  package mutating func end(_ output: any ByteSink) throws(DeliveryError) {
    if kind == .json {
      do {
        try indenter.finish(into: &buffer)
      } catch {
        try drain(to: output)
        throw .malformed(error.description)
      }
    } else {
      guard let string = String(validating: text.take(), as: UTF8.self) else {
        throw .malformed("the text is not UTF-8")
      }
      JSONWriter.append(string: string, to: &buffer)
    }
    buffer.append(UInt8(ascii: "\n"))
    try drain(to: output)
  }

  private mutating func drain(to output: any ByteSink) throws(DeliveryError) {
    try output.write(buffer.span)
    buffer.removeAll(keepingCapacity: true)
  }
}
