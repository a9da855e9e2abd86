package import YAMLTree

extension [Diagnostic] {
  /// In the order of the files and lines they point at; what points nowhere comes first.
  package var inOrder: [Diagnostic] { inOrder(from: nil) }

  /// In the order of the files and lines they point at; what points nowhere comes first.
  ///
  /// - Parameter first: the file that comes first; the others follow as they are met.
  /// - Returns: the same diagnostics.
  package func inOrder(from first: Source?) -> [Diagnostic] {
    var sources = first.map { [$0.name] } ?? []
    let ranked = enumerated().map { offset, diagnostic in
      guard let mark = diagnostic.mark else {
        return (rank: -1, start: Mark.Position(line: 0, column: 0), offset, diagnostic)
      }
      let known = sources.firstIndex(of: mark.source.name)
      if known == nil { sources.append(mark.source.name) }
      return (rank: known ?? sources.count - 1, start: mark.start, offset, diagnostic)
    }
    return ranked.sorted { ($0.rank, $0.start, $0.2) < ($1.rank, $1.start, $1.2) }.map(\.3)
  }
}
