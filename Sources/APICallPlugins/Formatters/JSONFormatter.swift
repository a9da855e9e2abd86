package import APICallBase
package import APICallContracts
import APICallText
import JSONText

/// JSON with an indentation of two spaces, and otherwise unchanged.
package struct JSONFormatter: OutputFormatter {
  package static let name = StandardFormat.json
  package static let summary = "JSON with an indentation of two spaces, and otherwise unchanged."
  package static let layout = OutputLayout.document
  package static let checksJSON = true
  package static let takesText = false

  private static let styledAtOnce = 8 << 10

  private var indenter = JSONIndenter()
  private var styledIndenter: JSONStyledIndenter?
  private var buffer: [UInt8] = []
  private var parts: [JSONStyledIndenter.Run] = []
  /// The beginning of a character, because a style can only end after a whole one.
  private var held: [UInt8] = []

  package init() {}

  package mutating func begin(_ kind: ValueKind, _ output: any ByteSink) throws(DeliveryError) {
    try kind.requireJSON(for: Self.name)
    indenter = JSONIndenter()
    styledIndenter = output.showsStyles ? JSONStyledIndenter() : nil
    held = []
  }

  package mutating func format(_ bytes: Span<UInt8>, _ output: any ByteSink) throws(DeliveryError) {
    if styledIndenter != nil {
      // The styles of a text take more memory than the text, so it is written in parts that fit the
      // CPU caches.
      var start = 0
      while start < bytes.count {
        let end = min(start + Self.styledAtOnce, bytes.count)
        try format(styled: bytes.extracting(start..<end), output)
        start = end
      }
      return
    }
    do {
      try indenter.push(bytes, into: &buffer)
    } catch {
      try drain(to: output)
      throw DeliveryError(error)
    }
    try drain(to: output)
  }

  private mutating func format(
    styled bytes: Span<UInt8>, _ output: any ByteSink
  ) throws(DeliveryError) {
    var text = held
    bytes.withUnsafeBufferPointer { text.append(contentsOf: $0) }
    let complete = text.count - text.span.countOfIncompleteSuffix
    held = Array(text[complete...])
    do {
      try styledIndenter?.push(text.span.extracting(first: complete), into: &buffer, &parts)
    } catch {
      try drain(to: output)
      throw DeliveryError(error)
    }
    try drain(to: output)
  }

  package mutating func end(_ output: any ByteSink) throws(DeliveryError) {
    do {
      if styledIndenter == nil {
        try indenter.finish(into: &buffer)
      } else {
        let rest = held
        try styledIndenter?.push(rest.span, into: &buffer, &parts)
        try styledIndenter?.finish()
      }
    } catch {
      try drain(to: output)
      throw DeliveryError(error)
    }
    buffer.append(UInt8(ascii: "\n"))
    try drain(to: output)
  }

  private mutating func drain(to output: any ByteSink) throws(DeliveryError) {
    if parts.isEmpty {
      try output.write(buffer.span)
    } else {
      let runs = parts.map { StyledRun(TextStyle($0.scalar), end: $0.end) }
      try output.write(buffer.span, styled: runs)
      parts.removeAll(keepingCapacity: true)
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
