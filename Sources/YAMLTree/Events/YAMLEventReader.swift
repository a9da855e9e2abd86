/// Reads YAML 1.2 event by event, without a tree: data of any size, and several documents.
package struct YAMLEventReader {
  private let events: YAMLEventStream

  /// Begins to read a text.
  package init(_ source: Source, limits: YAMLLimits) throws(YAMLProblem) {
    try TextCheck.check(source, limits: limits)
    events = try YAMLEventStream(source)
  }

  /// Reads the next event.
  ///
  /// Returns the event, or nil at the end of the text.
  package func next() throws(YAMLProblem) -> YAMLEvent? {
    while true {
      let event = try events.next()
      switch event.kind {
      case .streamEnd: return nil
      case .other: continue
      default: return event
      }
    }
  }
}
