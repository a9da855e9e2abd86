public import JSONText

/// A value as it passes through a call: an input, a part of an answer, an output.
///
/// Text is kept as text; everything else is kept as the JSON it was written in, so that a number
/// is sent in its own digits and a map keeps its order.
public enum Value: Sendable {
  /// Text.
  case text(String)
  /// A number, true or false, null, a list or a map.
  case json(JSONValue)

  /// Creates a value from JSON; a string becomes text.
  ///
  /// - Parameter json: the JSON value.
  public init(_ json: JSONValue) {
    if let string = json.string { self = .text(string) } else { self = .json(json) }
  }

  /// Reads a value from JSON text.
  ///
  /// - Parameter json: one JSON value.
  /// - Throws: where and why the text is not JSON.
  public init(json: String) throws(JSONSyntaxError) {
    self.init(try JSONDocument(Array(json.utf8)).root)
  }

  /// The value's type in the words of messages.
  public var typeName: String {
    switch self {
    case .text: "text"
    case .json(let json): json.kind.typeName
    }
  }

  /// The value as it stands inside text; nil for null, lists and maps, which have no such form.
  public var plainText: String? {
    switch self {
    case .text(let text): text
    case .json(let json):
      switch json.kind {
      case .number, .boolean: json.text
      case .string, .null, .array, .object: nil
      }
    }
  }

  /// The value as JSON text.
  public var jsonText: [UInt8] {
    switch self {
    case .text(let text):
      var octets: [UInt8] = []
      JSONWriter.append(string: text, to: &octets)
      return octets
    case .json(let json): return Array(json.octets)
    }
  }

  /// Whether the value is JSON's null.
  public var isNull: Bool {
    if case .json(let json) = self { json.isNull } else { false }
  }

  /// Finds a member of a map.
  ///
  /// - Parameter name: the member's key.
  /// - Returns: its value, or nil where this is no map or has no such key.
  public func member(_ name: String) -> Value? {
    guard case .json(let json) = self, let member = json[name] else { return nil }
    return Value(member)
  }
}

extension JSONKind {
  /// The type in the words of messages.
  package var typeName: String {
    switch self {
    case .null: "null"
    case .boolean: "true or false"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "a map"
    }
  }
}
