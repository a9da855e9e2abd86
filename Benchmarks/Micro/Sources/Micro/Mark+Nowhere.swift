import YAMLTree

extension Mark {
  /// The place of what stands in no file.
  static let nowhere = Mark(
    source: Source(name: "nowhere", octets: []), start: Position(line: 1, column: 1))
}
