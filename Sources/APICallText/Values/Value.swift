package import JSONText

/// A value in a call: an input, a part of a response, an output.
///
/// Text is stored as text. Everything else is stored as the JSON that it was written in, so that a
/// number keeps its digits and a map keeps its order. Bytes and files have no representation of
/// their own in text or JSON.
package enum Value: Sendable {
  case text(String)
  /// A number, true or false, null, a list or a map.
  case json(JSONNode)
  /// Bytes that need not be text, such as a digest.
  case bytes([UInt8])
  /// A file that the user named, read when its bytes are needed.
  case file(InputFile)

  /// Creates a value from JSON; a string becomes text.
  package init(_ json: JSONNode) {
    if let string = json.string { self = .text(string) } else { self = .json(json) }
  }

  /// Reads a value from JSON text.
  ///
  /// Throws the place and the reason if the text is not JSON.
  package init(json: String) throws(JSONSyntaxError) {
    self.init(try JSONDocument(Array(json.utf8)).root)
  }

  package var typeName: String {
    switch self {
    case .text: "text"
    // A string that is text is not stored as JSON.
    case .json(let json) where json.kind == .string: "text with half of a surrogate pair"
    case .json(let json): json.kind.typeName
    case .bytes: "bytes"
    case .file: "a file"
    }
  }

  /// The value within text; nil for null, lists, maps, bytes and files, which cannot be part of
  /// text.
  package var plainText: String? {
    switch self {
    case .text(let text): text
    case .json(let json):
      switch json.kind {
      case .number, .boolean: json.text
      case .string, .null, .array, .object: nil
      }
    case .bytes, .file: nil
    }
  }

  /// The value as JSON text; bytes are written in Base64 and a file as its path, because JSON
  /// cannot represent them.
  package var jsonText: [UInt8] {
    switch self {
    case .text(let text):
      var bytes: [UInt8] = []
      JSONWriter.append(string: text, to: &bytes)
      return bytes
    case .json(let json): return Array(json.bytes)
    case .bytes(let bytes): return Value.text(Base64.encode(bytes)).jsonText
    case .file(let file): return Value.text(file.path).jsonText
    }
  }

  /// The number of bytes that it takes in memory; 0 for a file, which is not held.
  package var heldBytes: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .json(let json): json.bytes.count
    case .bytes(let bytes): bytes.count
    case .file: 0
    }
  }

  /// The value without the rest of a document of which it is a small part.
  package var onItsOwn: Value {
    guard case .json(let json) = self, json.bytes.count < json.document.bytes.count / 4,
      let document = try? JSONDocument(Array(json.bytes))
    else { return self }
    return .json(document.root)
  }

  package var isNull: Bool {
    if case .json(let json) = self { json.isNull } else { false }
  }

  /// Creates a number with its digits unchanged.
  ///
  /// Returns the number; the text if it is not one.
  package static func number(_ text: String) -> Value { (try? Value(json: text)) ?? .text(text) }

  package static var null: Value { Value(JSONNode.null) }
}

extension JSONKind {
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

/// A file that the user named as the value of an input, or a spec; it is read, or streamed, when it
/// is needed.
package struct InputFile: Sendable, Hashable {
  /// The path, absolute or relative to the working directory; `-` is standard input.
  package var path: String
  /// Whether another file named it, not the user: its path is then canonical, and opened as such.
  package var isConfined: Bool
  /// The bytes that are meant, counted from 0; nil for all.
  package var part: Range<Int>?

  package init(path: String, isConfined: Bool = false) {
    self.path = path
    self.isConfined = isConfined
  }
}

/// The limit for a body, a file or a list in memory.
package enum BufferedBytes {
  /// The limit in bytes, unless the file sets `max_body`.
  package static let limit = 64 << 20
}
