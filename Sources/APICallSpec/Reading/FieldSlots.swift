/// What a field gives to its map: two fields that give the same cannot stand beside each other.
///
/// The parser refuses them in its own words; the schema goes by these.
package struct FieldSlots: OptionSet, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The body of a request or of an answer.
  package static let body = FieldSlots(rawValue: 1)
  /// Where an output comes from.
  package static let source = FieldSlots(rawValue: 2)
  /// The answer of an example.
  package static let answer = FieldSlots(rawValue: 4)
  /// The content of a part of a multipart body.
  package static let content = FieldSlots(rawValue: 8)
  /// The document of a GraphQL request.
  package static let document = FieldSlots(rawValue: 16)
  /// The host of a request, and its path: a whole URL gives both.
  package static let host = FieldSlots(rawValue: 32)
  package static let path = FieldSlots(rawValue: 64)

  /// What leads from a page to the next one.
  package static let nextPage = FieldSlots(rawValue: 128)

  /// What a step is run for, once each.
  package static let rounds = FieldSlots(rawValue: 256)

  /// Those that one field of the map has to give; what merges with another layer may leave it to
  /// that.
  package static let needed: FieldSlots = [.answer, .content, .document, .nextPage, .rounds]
}

extension Field {
  /// The field, with what it gives to its map.
  func giving(_ slots: FieldSlots) -> Field {
    var field = self
    field.slots = slots
    return field
  }
}
