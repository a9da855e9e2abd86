import APICallBase
import JSONText

extension TextStyle {
  /// The style of a part of JSON.
  init(_ scalar: JSONScalar?) {
    self =
      switch scalar {
      case nil: .plain
      case .key: .key
      case .string: .string
      case .number: .number
      case .boolean: .boolean
      case .null: .null
      }
  }

  /// The style of a value that is neither a list nor a map.
  init(_ kind: JSONKind) {
    self =
      switch kind {
      case .null: .null
      case .boolean: .boolean
      case .number: .number
      case .string: .string
      case .array, .object: .plain
      }
  }
}
