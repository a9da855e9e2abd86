/// Turns values into the octets that are printed, while they arrive.
///
/// A formatter is chosen by name (`format:` in a spec, `--format`). One that needs a whole value
/// collects its pieces up to a limit and reads it at the end. A complete one, which puts each
/// value into brackets:
///
/// ```swift
/// struct BracketsFormatter: OutputFormatter {
///   static let name = "brackets"
///   static let summary = "Each value in brackets."
///   init() {}
///   func begin(_ kind: ValueKind, _ output: any ByteSink) throws(DeliveryError) {
///     try output.write("[")
///   }
///   func format(_ octets: Span<UInt8>, _ output: any ByteSink) throws(DeliveryError) {
///     try output.write(octets)
///   }
///   func end(_ output: any ByteSink) throws(DeliveryError) { try output.write("]\n") }
/// }
/// ```
package protocol OutputFormatter: ValueFormatting, SendableMetatype {
  /// The name by which it is asked for.
  static var name: String { get }
  /// One line that says what it prints.
  static var summary: String { get }

  /// Whether it reads JSON itself and throws ``DeliveryError/malformed(_:)`` where it is none; no
  /// unless it says so. For the others JSON is checked on the way.
  static var checksJSON: Bool { get }

  /// How values become a whole: one by one, unless it says otherwise.
  static var layout: OutputLayout { get }

  /// Whether its reader takes what it gets for data of a certain shape, which an error page does not
  /// have; so it is with records and assignments, unless it says otherwise.
  static var isForPrograms: Bool { get }

  /// Whether it prints rows, which one JSON value of several levels does not fit into; so it is with
  /// records and assignments, unless it says otherwise.
  static var printsRows: Bool { get }

  /// Whether it takes text as text; yes, unless it says otherwise. The others get it as a JSON
  /// string.
  static var takesText: Bool { get }

  /// Creates a formatter for one answer.
  init()

  /// Creates a formatter that is told more.
  ///
  /// - Parameter settings: what is known of the output; most have no use for it.
  init(_ settings: FormatSettings)
}

extension OutputFormatter {
  /// No: what it is given as JSON is checked on the way.
  package static var checksJSON: Bool { false }
  /// One by one.
  package static var layout: OutputLayout { .values }
  /// Where it prints records or assignments.
  package static var isForPrograms: Bool { layout.isOfRows }
  /// Where it prints records or assignments.
  package static var printsRows: Bool { layout.isOfRows }
  /// Yes: text is text.
  package static var takesText: Bool { true }

  /// Creates a formatter that has no use for settings.
  ///
  /// - Parameter settings: what is known of the output.
  package init(_ settings: FormatSettings) { self.init() }
}

/// How the values of an answer become a whole.
///
/// That is done in one place, before they come to a formatter.
package enum OutputLayout: Sendable, Hashable {
  /// Values as they come, one by one.
  case values
  /// One document. A stream comes to the formatter as one JSON list.
  case document
  /// One value a record. A JSON list comes to the formatter as its items, value by value.
  case records
  /// Names with values: one JSON object, and only of what was asked for by name.
  case assignments

  /// Whether each value is a row of its own.
  package var isOfRows: Bool { self == .records || self == .assignments }
}

/// What a formatter may want to know of the output.
package struct FormatSettings: Sendable, Hashable {
  /// The columns of the terminal; nil where nothing has to fit.
  package var columns: Int?
  /// The most octets to hold in memory.
  package var limit: Int
  /// Whether the output is a terminal.
  package var isTerminal = false
  /// Whether what is printed may be in colour.
  package var showsStyles = false
  /// The values of the formatter's options.
  package var options = OptionValues()
  /// The exchange whose answer is printed.
  package var exchange = ExchangeFacts()

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - columns: the columns of the terminal; nil where nothing has to fit.
  ///   - limit: the most octets to hold; 64 MiB unless it is given.
  package init(columns: Int? = nil, limit: Int = 64 << 20) {
    self.columns = columns
    self.limit = limit
  }
}
