import YAMLTree

extension Mark {
  /// The place of a text that is not in a file.
  static let nowhere = Mark(
    source: Source(name: "nowhere", bytes: []), start: Position(line: 1, column: 1))
}
