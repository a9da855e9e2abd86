package import JSONText
package import YAMLTree

/// A place in a file, without the text of the file: what reports and editors need of a `Mark`.
package struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
  /// The path as the user knows it.
  package var file: String
  /// The line, counted from 1.
  package var line: Int
  /// The column, counted from 1 in Unicode scalars.
  package var column: Int
  /// The line of the position after the last character.
  package var endLine: Int
  /// The column of the position after the last character.
  package var endColumn: Int

  package init(
    file: String, line: Int, column: Int, endLine: Int? = nil, endColumn: Int? = nil
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.endLine = endLine ?? line
    self.endColumn = endColumn ?? column
  }

  package init(_ mark: Mark) {
    self.init(
      file: mark.source.name, line: mark.start.line, column: mark.start.column,
      endLine: mark.end.line, endColumn: mark.end.column)
  }

  /// The place in the form that editors understand: `file:line:column`.
  package var description: String { "\(file):\(line):\(column)" }

  /// The members of a JSON object for a place; null for each if there is none.
  package static func jsonMembers(of place: SourcePlace?) -> [(key: String, value: BuiltJSON)] {
    [
      ("file", BuiltJSON(place?.file)), ("line", BuiltJSON(place?.line)),
      ("column", BuiltJSON(place?.column)), ("end_line", BuiltJSON(place?.endLine)),
      ("end_column", BuiltJSON(place?.endColumn)),
    ]
  }
}

extension Message {
  package var place: SourcePlace? { mark.map { SourcePlace($0) } }
}
