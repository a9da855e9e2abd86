import YAMLTree

/// One field of the spec format: the single place that knows its name, what it takes and how it is
/// read.
///
/// The parser, the man page's test, the schema and every "did you mean" go by these.
package struct Field<Target>: Sendable {
  /// All of it but its reader.
  var about: FieldDescription
  /// Reads the value into the target; problems go to the reading.
  let read: @Sendable (inout Target, Node.Entry, inout SpecReading) -> Void

  init(
    _ name: String, _ takes: String, _ shape: FieldShape, _ summary: String,
    read: @escaping @Sendable (inout Target, Node.Entry, inout SpecReading) -> Void
  ) {
    about = FieldDescription(name: name, takes: takes, shape: shape, summary: summary)
    self.read = read
  }

  /// The key.
  var name: String { about.name }

  /// The same field, which gives something to its map.
  func giving(_ slots: FieldSlots) -> Field {
    var field = self
    field.about.slots = slots
    return field
  }
}

/// A field without its reader, for documentation, schema and tests.
package struct FieldDescription: Sendable {
  /// The key.
  package let name: String
  /// What it takes, in the words of the man page: `text`, `a list of …`.
  package let takes: String
  /// What it takes, as a schema says it.
  package let shape: FieldShape
  /// One line that says what it is for.
  package let summary: String
  /// What it gives to its map, and no other field beside it may.
  package var slots: FieldSlots = []

  /// The field and all fields in it, each with its path, such as `inputs.NAME.type`.
  package var flattened: [(path: String, field: FieldDescription)] {
    [(name, self)] + shape.flattened.map { ("\(name).\($0.path)", $0.field) }
  }
}

extension FieldShape {
  /// The fields in a value of this shape.
  fileprivate var flattened: [(path: String, field: FieldDescription)] {
    switch self {
    case .fields(let fields): fields().flatMap(\.flattened)
    case .map(let shape, let name, keys: _):
      shape.flattened.map { ("\(name).\($0.path)", $0.field) }
    case .list(let shape, isNeeded: _): shape.flattened
    case .either(let shapes):
      shapes.reduce(into: []) { fields, shape in
        // One thing, or a list of such things: each of its fields is one field.
        for field in shape.flattened where !fields.contains(where: { $0.path == field.path }) {
          fields.append(field)
        }
      }
    default: []
    }
  }
}

/// What a field gives to its map: two fields that give the same cannot stand beside each other.
///
/// The parser refuses them in its own words; the schema goes by these.
package struct FieldSlots: OptionSet, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The body of a request or of a response.
  package static let body = FieldSlots(rawValue: 1)
  /// Where an output comes from.
  package static let source = FieldSlots(rawValue: 2)
  /// The response of an example.
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
