package import APICallBase

/// Turns values into the bytes that are printed, while they arrive.
///
/// A formatter is chosen by name (`format:` in a spec, `--format`). One that needs a whole value
/// collects its pieces up to a limit and reads them at the end. This is a complete formatter, which
/// puts each value in brackets:
///
/// ```swift
/// struct BracketsFormatter: OutputFormatter {
///   static let name = "brackets"
///   static let summary = "Each value in brackets."
///   init() {}
///   func begin(_ kind: ValueKind, _ output: any ByteSink) throws(DeliveryError) {
///     try output.write("[")
///   }
///   func format(_ bytes: Span<UInt8>, _ output: any ByteSink) throws(DeliveryError) {
///     try output.write(bytes)
///   }
///   func end(_ output: any ByteSink) throws(DeliveryError) { try output.write("]\n") }
/// }
/// ```
package protocol OutputFormatter: ValueFormatting, SendableMetatype {
  /// The name that selects it.
  static var name: String { get }
  /// A one-line description of what it prints.
  static var summary: String { get }

  /// Whether it parses JSON itself and throws ``DeliveryError/malformed(_:)`` if it is not valid;
  /// false by default. For other formatters, JSON is checked before it reaches them.
  static var checksJSON: Bool { get }

  /// How several values become one output: one by one by default.
  static var layout: OutputLayout { get }

  /// Whether its reader expects data of a certain shape, which an error page does not have; by
  /// default, true for records and assignments.
  static var isForPrograms: Bool { get }

  /// Whether it prints rows, which cannot represent a nested JSON value; by default, true for
  /// records and assignments.
  static var printsRows: Bool { get }

  /// Whether it accepts text as text; true by default. Other formatters receive text as a JSON
  /// string.
  static var takesText: Bool { get }

  /// Whether it prints the columns of ``FormatSettings/columnNames``; false by default.
  static var hasColumns: Bool { get }

  init()

  init(_ settings: FormatSettings)
}

/// The formats to use if the user does not choose one.
package enum StandardFormat {
  /// The bytes as they arrived: for a body that needs no conversion.
  package static var raw: String { "raw" }
  /// For a single value on a terminal.
  package static var json: String { "json" }
  /// For a stream of values.
  package static var ndjson: String { "ndjson" }
}

extension OutputFormatter {
  package static var checksJSON: Bool { false }
  package static var layout: OutputLayout { .values }
  package static var isForPrograms: Bool { layout.isOfRows }
  package static var printsRows: Bool { layout.isOfRows }
  package static var takesText: Bool { true }
  package static var hasColumns: Bool { false }

  package init(_ settings: FormatSettings) { self.init() }
}

/// How the values of a response become one output.
///
/// The conversion is done in one place, before the values reach a formatter.
package enum OutputLayout: Sendable, Hashable {
  /// Values as they arrive, one by one.
  case values
  /// One document. The formatter receives a stream as one JSON list.
  case document
  /// One value per record. The formatter receives a JSON list as its items, one by one.
  case records
  /// Names with values: one JSON object of values that were selected by name.
  case assignments

  package var isOfRows: Bool { self == .records || self == .assignments }
}

/// The properties of the output, for a formatter.
package struct FormatSettings: Sendable, Hashable {
  /// The columns of the terminal; nil if the width is not limited.
  package var columns: Int?
  /// The names of the columns to print, in order; nil for the members of the first row.
  ///
  /// Each is the header of its column, and the name of the member of each row that is in it.
  package var columnNames: [String]?
  /// The maximum number of bytes to hold in memory.
  package var limit: Int
  package var isTerminal = false
  package var showsStyles = false
  package var options = OptionValues()
  package var exchange = ExchangeFacts()
  /// Whether the formatter is created before there is a response.
  package var isAhead = false

  package init(columns: Int? = nil, limit: Int = 64 << 20) {
    self.columns = columns
    self.limit = limit
  }
}

/// A formatter for one response, created by an ``OutputFormatter``.
package protocol ValueFormatting {
  /// Whether it parses JSON itself and throws ``DeliveryError/malformed(_:)`` if it is not valid.
  var checksJSON: Bool { get }
  var layout: OutputLayout { get }
  /// Whether it accepts text as text; other formatters receive it as a JSON string.
  var takesText: Bool { get }
  /// What was not printed; complete after ``finish(_:)``.
  var remarks: [FormatRemark] { get }

  /// Begins a value.
  ///
  /// Throws ``DeliveryError/unsuitable(_:)`` for a kind that the format cannot represent, and the
  /// errors of the output.
  mutating func begin(_ kind: ValueKind, _ output: any ByteSink) throws(DeliveryError)

  /// Takes the next piece of the value.
  ///
  /// Throws ``DeliveryError/malformed(_:)`` if the bytes are not of the value's kind, and the
  /// errors of the output.
  mutating func format(_ bytes: Span<UInt8>, _ output: any ByteSink) throws(DeliveryError)

  /// Ends the value.
  ///
  /// Throws ``DeliveryError/malformed(_:)`` if the value is not complete, and the errors of the
  /// output.
  mutating func end(_ output: any ByteSink) throws(DeliveryError)

  /// Ends the output after all values; called once, and only if there was a value.
  ///
  /// Throws the errors of the output.
  mutating func finish(_ output: any ByteSink) throws(DeliveryError)
}

extension ValueFormatting {
  /// The default: everything was printed.
  package var remarks: [FormatRemark] { [] }

  /// Writes nothing by default: each value was written when it ended.
  package func finish(_ output: any ByteSink) {}
}

extension OutputFormatter {
  package var checksJSON: Bool { Self.checksJSON }
  package var layout: OutputLayout { Self.layout }
  package var takesText: Bool { Self.takesText }
}

/// A formatter as an entry of a table: its properties and how to create it for a response.
package struct FormatterEntry: Sendable {
  package let name: String
  package let summary: String
  package let layout: OutputLayout
  package var isForPrograms: Bool
  package var printsRows: Bool
  /// Whether it is an external program, which receives the facts about the exchange.
  package var isExternal = false
  /// Whether it is created before the request is sent, because it takes time to start.
  package var startsAhead = false
  package var hasColumns = false
  package var options: [RoleOption] = []
  package let make: @Sendable (FormatSettings) -> any ValueFormatting

  package init(
    _ name: String, summary: String, layout: OutputLayout = .values,
    make: @escaping @Sendable (FormatSettings) -> any ValueFormatting
  ) {
    self.name = name
    self.summary = summary
    self.layout = layout
    isForPrograms = layout.isOfRows
    printsRows = layout.isOfRows
    self.make = make
  }

  package init(_ type: any OutputFormatter.Type) {
    self.init(type.name, summary: type.summary, layout: type.layout) { type.init($0) }
    isForPrograms = type.isForPrograms
    printsRows = type.printsRows
    hasColumns = type.hasColumns
  }
}
