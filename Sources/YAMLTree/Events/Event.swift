/// One event of libyaml as Swift values.
struct Event {
  /// What happened.
  enum Kind {
    /// A document begins.
    case documentStart
    /// An alias by its name.
    case alias(String)
    /// A single value.
    case scalar(Scalar)
    /// A list begins.
    case sequenceStart
    /// A map begins.
    case mappingStart
    /// The innermost list or map ends.
    case collectionEnd
    /// The text ends.
    case streamEnd
    /// Anything that no tree is made of.
    case other
  }

  /// A tag as it was written, and its place.
  struct Tag {
    var text: String
    var start: Mark.Position
    var end: Mark.Position
  }

  /// What happened.
  var kind: Kind
  /// The name that an anchor gives the value.
  var anchor: String?
  /// The tag of the value.
  var tag: Tag?
  /// Whether a list or map is written with indentation, not with brackets, or text behind `|` or
  /// `>`.
  var isBlock = false
  /// The first character, that of an anchor or tag where there is one.
  var start: Mark.Position
  /// The position behind the last character.
  var end: Mark.Position
}
