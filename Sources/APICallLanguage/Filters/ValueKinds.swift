package import APICallText
import JSONText

/// The types that a value may have, as far as they are known before its call.
package struct ValueKinds: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let text = ValueKinds(rawValue: 1)
  package static let number = ValueKinds(rawValue: 2)
  package static let boolean = ValueKinds(rawValue: 4)
  package static let null = ValueKinds(rawValue: 8)
  static let list = ValueKinds(rawValue: 16)
  static let map = ValueKinds(rawValue: 32)
  static let bytes = ValueKinds(rawValue: 64)
  static let file = ValueKinds(rawValue: 128)

  static let any = ValueKinds(rawValue: 255)
  package static let plain: ValueKinds = [.text, .number, .boolean]
  static let hasBytes: ValueKinds = [plain, .bytes, .file]
  static let hasJSON: ValueKinds = [plain, .null, .list, .map]

  package init(of value: Value) {
    switch value {
    case .text: self = .text
    case .bytes: self = .bytes
    case .file: self = .file
    case .json(let json):
      switch json.kind {
      case .null: self = .null
      case .boolean: self = .boolean
      case .number: self = .number
      case .string: self = .text
      case .array: self = .list
      case .object: self = .map
      }
    }
  }
}
