import YAMLTree

/// A field of the spec format: its name, the values that it takes, and its reader.
///
/// The parser, the test of the man page, the schema and every "did you mean" use these.
package struct Field<Target>: Sendable {
  var about: FieldDescription
  var read: @Sendable (inout Target, Node.Entry, inout SpecReading) -> Void

  init(
    _ name: String, _ takes: String, _ shape: FieldShape, _ summary: String,
    read: @escaping @Sendable (inout Target, Node.Entry, inout SpecReading) -> Void
  ) {
    about = FieldDescription(name: name, takes: takes, shape: shape, summary: summary)
    self.read = read
  }

  var name: String { about.name }

  func giving(_ slots: FieldSlot...) -> Field {
    var field = self
    field.about.slots = slots
    return field
  }
}

/// A field without its reader, for documentation, schema and tests.
package struct FieldDescription: Sendable {
  package let name: String
  /// The values that the field takes, in the words of the man page: `text`, `a list of …`.
  package let takes: String
  package let shape: FieldShape
  package let summary: String
  /// The slots that the field fills in its map; no other field of the map may fill them.
  package var slots: [FieldSlot] = []

  /// The field and all fields in it, each with its path, such as `inputs.NAME.type`.
  package var flattened: [(path: String, field: FieldDescription)] {
    [(name, self)] + shape.flattened.map { ("\(name).\($0.path)", $0.field) }
  }
}

extension FieldShape {
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

/// A slot that a field fills in its map: two fields with the same slot exclude each other.
///
/// The parser refuses them with its own messages; the schema uses the slots.
package enum FieldSlot: Sendable, CaseIterable {
  /// The body of a request or of a response, the source of an output, the response of an example,
  /// the content of a part of a multipart body, and the document of a GraphQL request.
  case body, source, response, content, document
  /// The host of a request, and its path: a whole URL fills both slots.
  case host, path
  /// The way to the next page, and the source of a loop.
  case nextPage, iterations

  /// Whether a field of the map has to fill the slot, unless the map is merged with another layer
  /// that fills it.
  var isNeeded: Bool {
    switch self {
    case .response, .content, .document, .nextPage, .iterations: true
    case .body, .source, .host, .path: false
    }
  }
}
