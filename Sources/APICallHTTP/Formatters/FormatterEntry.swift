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
