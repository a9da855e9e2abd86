import APICallBase
import APICallContracts
import APICallPluginKit

/// A formatter that is a plugin.
///
/// Its program reads values one after another, and its output is printed.
struct ExternalFormatter: ValueFormatting {
  let checksJSON = false
  let layout: OutputLayout
  let takesText: Bool

  private let order: FilterOrder
  private var filter: FilterProcess?
  private var count = 0
  private var isAtLineStart = true

  /// Creates a formatter, whose program is started now or with the first value.
  init(_ order: FilterOrder, as role: PluginRole, isAhead: Bool) {
    self.order = order
    // Where it cannot be started, the first value reports that.
    if isAhead { filter = try? FilterProcess(order) }
    layout = Self.layout(of: role)
    takesText = !role.accepts.contains("application/json")
  }

  /// The form in which a formatter receives the values of a stream or list.
  static func layout(of role: PluginRole) -> OutputLayout {
    switch role.layout {
    case "document": .document
    case "records": .records
    default: .values
    }
  }

  mutating func begin(_ kind: ValueKind, _ output: any ByteSink) throws(DeliveryError) {
    if filter == nil { filter = try FilterProcess(order) }
    count += 1
    if count > 1 { try endLine(output) }
  }

  mutating func format(
    _ bytes: Span<UInt8>, _ output: any ByteSink
  ) throws(DeliveryError) {
    guard bytes.count > 0 else { return }
    isAtLineStart = bytes[bytes.count - 1] == UInt8(ascii: "\n")
    try filter?.push(bytes) { (piece) throws(DeliveryError) in try output.write(piece) }
  }

  func end(_ output: any ByteSink) {}

  mutating func finish(_ output: any ByteSink) throws(DeliveryError) {
    // A program that was started ahead is ended where nothing is printed.
    guard count > 0 else { return filter = nil }
    if count > 1 { try endLine(output) }
    try filter?.finish { (piece) throws(DeliveryError) in try output.write(piece) }
    filter = nil
  }

  private mutating func endLine(_ output: any ByteSink) throws(DeliveryError) {
    guard !isAtLineStart else { return }
    isAtLineStart = true
    try filter?.push([UInt8(ascii: "\n")].span) { (piece) throws(DeliveryError) in
      try output.write(piece)
    }
  }
}
