import YAMLTree

/// A field of the spec format: its name, the values that it takes, and its reader.
///
/// The parser, the test of the man page, the schema and every "did you mean" use these.
package struct Field<Target>: Sendable {
  /// The field without its reader.
  var about: FieldDescription
  /// Reads the value into the target; problems are added to the reading.
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

  /// The same field, with slots that it fills in its map.
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
  /// The values that the field takes, in the words of the man page: `text`, `a list of …`.
  package let takes: String
  /// The values that the field takes, for the schema.
  package let shape: FieldShape
  /// A one-line description of the field.
  package let summary: String
  /// The slots that the field fills in its map; no other field of the map may fill them.
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
        // For a value or a list of such values, each field is listed once.
        for field in shape.flattened where !fields.contains(where: { $0.path == field.path }) {
          fields.append(field)
        }
      }
    default: []
    }
  }
}

/// The slots that a field fills in its map: two fields with the same slot exclude each other.
///
/// The parser refuses them with its own messages; the schema uses the slots.
package struct FieldSlots: OptionSet, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The body of a request or of a response.
  package static let body = FieldSlots(rawValue: 1)
  /// The source of an output.
  package static let source = FieldSlots(rawValue: 2)
  /// The response of an example.
  package static let response = FieldSlots(rawValue: 4)
  /// The content of a part of a multipart body.
  package static let content = FieldSlots(rawValue: 8)
  /// The document of a GraphQL request.
  package static let document = FieldSlots(rawValue: 16)
  /// The host of a request, and its path: a whole URL fills both slots.
  package static let host = FieldSlots(rawValue: 32)
  package static let path = FieldSlots(rawValue: 64)

  /// The way to the next page.
  package static let nextPage = FieldSlots(rawValue: 128)

  /// The source of a loop.
  package static let iterations = FieldSlots(rawValue: 256)

  /// The slots that a field of the map has to fill, unless the map is merged with another layer
  /// that fills them.
  package static let needed: FieldSlots = [.response, .content, .document, .nextPage, .iterations]
}
