/// Reads YAML 1.2 event by event, without a tree: data of any size, and several documents.
///
/// A class because libyaml reads from the memory that it owns.
package final class YAMLEventReader {
  private let octets: UnsafeMutableBufferPointer<UInt8>
  private let events: EventStream

  /// Begins to read a text.
  ///
  /// - Parameters:
  ///   - source: the text.
  ///   - limits: of these, only how many octets it may have.
  /// - Throws: what is wrong with the text as a whole, its encoding for one.
  package init(_ source: Source, limits: YAMLLimits) throws(YAMLProblem) {
    try TextCheck.check(source, limits: limits)
    octets = .allocate(capacity: max(source.octets.count, 1))
    _ = octets.update(fromContentsOf: source.octets)
    let text = UnsafeBufferPointer(rebasing: octets[..<source.octets.count])
    guard let events = EventStream(source, octets: text) else {
      octets.deallocate()
      throw .syntax(
        "there is no memory left", in: source, at: Mark.Position(line: 1, column: 1))
    }
    self.events = events
  }

  deinit { octets.deallocate() }

  /// Reads the next event.
  ///
  /// - Returns: the event, or nil at the end of the text.
  /// - Throws: where and why the text is not YAML.
  package func next() throws(YAMLProblem) -> YAMLEvent? {
    while true {
      let event = try events.next()
      let kind: YAMLEvent.Kind
      switch event.kind {
      case .streamEnd: return nil
      case .other: continue
      case .documentStart: kind = .document
      case .scalar(let scalar): kind = .scalar(scalar)
      case .sequenceStart: kind = .list
      case .mappingStart: kind = .map
      case .collectionEnd: kind = .end
      case .alias(let name): kind = .alias(name)
      }
      return YAMLEvent(
        kind: kind, anchor: event.anchor, tag: event.tag?.text, position: event.start)
    }
  }
}

/// One step through a YAML text.
package struct YAMLEvent: Sendable {
  /// What comes.
  package enum Kind: Sendable, Hashable {
    /// A document begins.
    case document
    /// A single value, or a key.
    case scalar(Scalar)
    /// A list begins.
    case list
    /// A map begins: its keys and values follow in turn.
    case map
    /// The innermost list or map ends.
    case end
    /// The value of an anchor stands here again.
    case alias(String)
  }

  /// What comes.
  package var kind: Kind
  /// The name that an anchor gives the value.
  package var anchor: String?
  /// The tag as it is written, such as `!!str`.
  package var tag: String?
  /// Where it begins.
  package var position: Mark.Position
}
