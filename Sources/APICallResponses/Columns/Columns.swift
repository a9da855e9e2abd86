import APICallLanguage

/// The columns that are printed of each value, in order: at least one, each with its own name.
///
/// Formats with columns get the ``names`` as `FormatSettings.columnNames`.
package struct Columns: Sendable, Hashable {
  package private(set) var items: [Column]

  init(_ items: [Column]) { self.items = items }

  package var names: [String] { items.map(\.name) }

  /// The members of each value that they are parts of.
  var members: [String] {
    items.compactMap { item in
      if case .member(let name) = item.path.steps.first { name } else { nil }
    }
  }
}

/// A column: a part of each value, and the name under which it is printed.
package struct Column: Sendable, Hashable {
  /// The header of the column, and the key of the part in formats without columns.
  package var name: String
  package var path: MemberPath

  package init(_ name: String, at path: MemberPath) {
    self.name = name
    self.path = path
  }
}
