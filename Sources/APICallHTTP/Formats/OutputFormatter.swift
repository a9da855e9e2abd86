package import APICallBase

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

/// The formats that are chosen where nobody names one.
package enum StandardFormat {
  /// The octets as they came: for a body that nobody wants to be different.
  package static var raw: String { "raw" }
  /// For a value on a terminal.
  package static var json: String { "json" }
  /// For values that come one after the other.
  package static var ndjson: String { "ndjson" }
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

/// A formatter at work on one answer: ``OutputFormatter`` says how.
package protocol ValueFormatting {
  /// Whether it reads JSON itself and throws ``DeliveryError/malformed(_:)`` where it is none.
  var checksJSON: Bool { get }
  /// How values become a whole.
  var layout: OutputLayout { get }
  /// Whether it takes text as text; others get it as a JSON string.
  var takesText: Bool { get }

  /// A value begins: the first one, or another behind it.
  ///
  /// - Parameters:
  ///   - kind: what its octets are.
  ///   - output: where to write.
  /// - Throws: ``DeliveryError/unsuitable(_:)`` for a kind that the format has no room for, and what the
  ///   output throws.
  mutating func begin(_ kind: ValueKind, _ output: any ByteSink) throws(DeliveryError)

  /// Takes the next piece of the value.
  ///
  /// - Parameters:
  ///   - octets: the piece; valid only during the call.
  ///   - output: where to write.
  /// - Throws: ``DeliveryError/malformed(_:)`` where the octets are not of their kind, and what the output
  ///   throws.
  mutating func format(_ octets: Span<UInt8>, _ output: any ByteSink) throws(DeliveryError)

  /// The value is complete.
  ///
  /// - Parameter output: where to write.
  /// - Throws: ``DeliveryError/malformed(_:)`` where the value is not complete, and what the output throws.
  mutating func end(_ output: any ByteSink) throws(DeliveryError)

  /// All values are complete; called once, and not where there was none.
  ///
  /// - Parameter output: where to write.
  /// - Throws: what the output throws.
  mutating func finish(_ output: any ByteSink) throws(DeliveryError)
}

extension ValueFormatting {
  /// Does nothing: each value was written when it was complete.
  ///
  /// - Parameter output: where nothing is written.
  package func finish(_ output: any ByteSink) {}
}

extension OutputFormatter {
  /// What its type says.
  package var checksJSON: Bool { Self.checksJSON }
  /// What its type says.
  package var layout: OutputLayout { Self.layout }
  /// What its type says.
  package var takesText: Bool { Self.takesText }
}

/// A formatter as it can be chosen: what is known of it before there is an answer, and how one is
/// made.
package struct FormatterEntry: Sendable {
  /// The name by which it is asked for.
  package let name: String
  /// One line that says what it prints.
  package let summary: String
  /// How values become a whole.
  package let layout: OutputLayout
  /// Whether its reader takes what it gets for data of a certain shape, which an error page does not
  /// have.
  package var isForPrograms: Bool
  /// Whether it prints rows, which one JSON value of several levels does not fit into.
  package var printsRows: Bool
  /// Whether a program of its own does the work, which is told of the exchange.
  package var isExternal = false
  /// What can be set.
  package var options: [RoleOption] = []
  /// Makes one for an answer.
  package let make: @Sendable (FormatSettings) -> any ValueFormatting

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - name: the name by which it is asked for.
  ///   - summary: one line that says what it prints.
  ///   - layout: how values become a whole.
  ///   - make: makes one for an answer.
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

  /// Creates the entry of a formatter that is built in.
  ///
  /// - Parameter type: the formatter.
  package init(_ type: any OutputFormatter.Type) {
    self.init(type.name, summary: type.summary, layout: type.layout) { type.init($0) }
    isForPrograms = type.isForPrograms
    printsRows = type.printsRows
  }
}
