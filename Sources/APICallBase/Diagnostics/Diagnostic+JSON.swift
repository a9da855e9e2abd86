package import JSONText
import YAMLTree

extension Diagnostic {
  /// What a person is told, as data: in events and in the envelope.
  package var json: BuiltJSON {
    let notes = notes.map { note in
      BuiltJSON.map([("message", .text(note.message))] + Self.place(of: note.mark))
    }
    return .map(
      [("message", .text(message))] + Self.place(of: mark)
        + [
          ("hint", BuiltJSON(hint)), ("details", .texts(details)), ("notes", .list(notes)),
          ("mismatch", mismatch?.json ?? .null),
        ])
  }

  private static func place(of mark: Mark?) -> [(key: String, value: BuiltJSON)] {
    [
      ("file", BuiltJSON(mark?.source.name)), ("line", BuiltJSON(mark?.start.line)),
      ("column", BuiltJSON(mark?.start.column)), ("end_line", BuiltJSON(mark?.end.line)),
      ("end_column", BuiltJSON(mark?.end.column)),
    ]
  }
}
