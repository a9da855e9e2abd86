import YAMLTree

/// One field of the spec format: the single place that knows its name, what it takes and how it is
/// read.
///
/// The parser, the man page's test and every "did you mean" go by these.
package struct Field<Target>: Sendable {
  /// The key.
  package let name: String
  /// What it takes, in the words of the man page: `text`, `a list of …`.
  package let takes: String
  /// One line that says what it is for.
  package let summary: String
  /// Reads the value into the target; problems go to the reading.
  let read: @Sendable (inout Target, Node.Entry, inout SpecReading) -> Void

  init(
    _ name: String, _ takes: String, _ summary: String,
    read: @escaping @Sendable (inout Target, Node.Entry, inout SpecReading) -> Void
  ) {
    self.name = name
    self.takes = takes
    self.summary = summary
    self.read = read
  }
}

/// A field without its reader, for documentation and tests.
package struct FieldDescription: Sendable {
  /// The path of keys from the file's root, such as `inputs.NAME.type`.
  package let path: String
  package let takes: String
  package let summary: String
}

extension [Field<Never>] {
  /// Describes the fields of a map.
  ///
  /// - Parameters:
  ///   - fields: the fields.
  ///   - prefix: what stands before each name, such as `inputs.NAME.`.
  /// - Returns: the descriptions in the same order.
  static func describe<Target>(_ fields: [Field<Target>], prefix: String) -> [FieldDescription] {
    fields.map {
      FieldDescription(path: prefix + $0.name, takes: $0.takes, summary: $0.summary)
    }
  }
}
