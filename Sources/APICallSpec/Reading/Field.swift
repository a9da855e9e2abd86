import YAMLTree

/// One field of the spec format: the single place that knows its name, what it takes and how it is
/// read.
///
/// The parser, the man page's test, the schema and every "did you mean" go by these.
package struct Field<Target>: Sendable {
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
  /// Reads the value into the target; problems go to the reading.
  let read: @Sendable (inout Target, Node.Entry, inout SpecReading) -> Void

  init(
    _ name: String, _ takes: String, _ shape: FieldShape, _ summary: String,
    read: @escaping @Sendable (inout Target, Node.Entry, inout SpecReading) -> Void
  ) {
    self.name = name
    self.takes = takes
    self.shape = shape
    self.summary = summary
    self.read = read
  }
}

/// A field without its reader, for documentation, schema and tests.
package struct FieldDescription: Sendable {
  /// The key.
  package let name: String
  package let takes: String
  package let shape: FieldShape
  package let summary: String
  package let slots: FieldSlots

  init<Target>(_ field: Field<Target>) {
    name = field.name
    takes = field.takes
    shape = field.shape
    summary = field.summary
    slots = field.slots
  }

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
