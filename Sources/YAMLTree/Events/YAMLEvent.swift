/// One step through a YAML text: an event of libyaml, as Swift values.
package struct YAMLEvent: Sendable {
  /// The kind of an event.
  package enum Kind: Sendable, Hashable {
    case document
    case scalar(Scalar)
    case list
    /// A map begins: its keys and values follow alternately.
    case map
    case end
    case alias(String)
    /// The end of the text; a ``YAMLEventReader`` returns nil for it.
    case streamEnd
    /// An event without a value; a ``YAMLEventReader`` skips it.
    case other
  }

  package var kind: Kind
  package var anchor: String?
  package var tag: Node.Tag?
  /// Whether a list or map is written with indentation instead of brackets, or text is a block
  /// after `|` or `>`.
  var isBlock = false
  /// The position of the first character, which belongs to the anchor or tag if there is one.
  package var start: Mark.Position
  var end: Mark.Position
}
