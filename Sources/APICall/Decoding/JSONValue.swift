import JSONText

/// Any value of JSON, as the server wrote it: a place in the body, which is cheap to copy.
///
/// ```swift
/// let todos = try response.json["todos"]
/// for todo in todos?.array ?? [] { print(todo["title"]?.string ?? "") }
/// ```
public struct JSONValue: Sendable {
  let value: JSONNode

  init(_ value: JSONNode) { self.value = value }

  /// Reads a text.
  ///
  /// - Parameter text: one JSON value with white space around it; nil for any other text, and for
  ///   one that is nested more than 512 deep.
  public init?(_ text: String) {
    guard let document = try? JSONDocument(text: text) else { return nil }
    value = document.root
  }

  /// The text of the value as it was written: a string has its quotes and escapes.
  public var text: String { value.text }

  /// Whether the value is `null`.
  public var isNull: Bool { value.isNull }
  /// The truth value; nil if this is not a boolean.
  public var boolean: Bool? { value.boolean }
  /// The number; nil if this is not a number.
  public var number: JSONNumber? { JSONNumber(value) }
  /// The text of a string; nil if this is not a string, or has half a surrogate pair.
  public var string: String? { value.string }

  /// The elements of an array; nil if this is not an array.
  public var array: [JSONValue]? {
    value.kind == .array ? value.elements.map(JSONValue.init) : nil
  }

  /// The members of an object in their order, repeated keys included; nil if this is not an object.
  public var members: [(key: String, value: JSONValue)]? {
    value.kind == .object ? value.members.map { ($0.key, JSONValue($0.value)) } : nil
  }

  /// The value of a key; nil if this is not an object with that key.
  ///
  /// Of a repeated key, the last one counts.
  ///
  /// - Parameter key: the key.
  public subscript(key: String) -> JSONValue? { value[key].map(JSONValue.init) }

  /// The element at a position; nil if this is not an array with that position.
  ///
  /// - Parameter position: counted from 0, or from the end as -1, -2 …
  public subscript(position: Int) -> JSONValue? { value[position].map(JSONValue.init) }
}

extension JSONValue: Equatable {
  /// Returns whether two values are the same data, however they are written.
  ///
  /// The order of keys does not matter, and `1` equals `1.0`.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    left.value.isEqual(to: right.value)
  }
}

extension JSONValue: CustomStringConvertible {
  /// The text of the value as it was written.
  public var description: String { text }
}

extension JSONValue: Decodable {
  /// Decodes any value; only ``Response/decode(_:at:using:)`` has its text.
  ///
  /// - Throws: a `DecodingError` by any other decoder.
  public init(from decoder: any Decoder) throws {
    value = try TapeDecoder(decoder, for: JSONValue.self).value
  }
}
