package import JSONText
import Synchronization

/// A value as it passes through a call: an input, a part of an answer, an output.
///
/// Text is kept as text; everything else is kept as the JSON it was written in, so that a number
/// is sent in its own digits and a map keeps its order. Octets and files have no form in text
/// or JSON of their own.
package enum Value: Sendable {
  /// Text.
  case text(String)
  /// A number, true or false, null, a list or a map.
  case json(JSONValue)
  /// Octets that need not be text, such as a digest.
  case octets([UInt8])
  /// A file that the user named, which is read where its octets are needed.
  case file(InputFile)

  /// Creates a value from JSON; a string becomes text.
  ///
  /// - Parameter json: the JSON value.
  package init(_ json: JSONValue) {
    if let string = json.string { self = .text(string) } else { self = .json(json) }
  }

  /// Reads a value from JSON text.
  ///
  /// - Parameter json: one JSON value.
  /// - Throws: where and why the text is not JSON.
  package init(json: String) throws(JSONSyntaxError) {
    self.init(try JSONDocument(Array(json.utf8)).root)
  }

  /// The value's type in the words of messages.
  package var typeName: String {
    switch self {
    case .text: "text"
    case .json(let json): json.kind.typeName
    case .octets: "octets"
    case .file: "a file"
    }
  }

  /// The value as it stands inside text; nil for null, lists, maps, octets and files, which have
  /// no such form.
  package var plainText: String? {
    switch self {
    case .text(let text): text
    case .json(let json):
      switch json.kind {
      case .number, .boolean: json.text
      case .string, .null, .array, .object: nil
      }
    case .octets, .file: nil
    }
  }

  /// The value as JSON text; octets are written in Base64 and a file as its path, as JSON
  /// has no form for them.
  package var jsonText: [UInt8] {
    switch self {
    case .text(let text):
      var octets: [UInt8] = []
      JSONWriter.append(string: text, to: &octets)
      return octets
    case .json(let json): return Array(json.octets)
    case .octets(let octets): return Value.text(Base64.encode(octets)).jsonText
    case .file(let file): return Value.text(file.path).jsonText
    }
  }

  /// The octets that it takes in memory; none for a file, which is not held.
  package var heldOctets: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .json(let json): json.octets.count
    case .octets(let octets): octets.count
    case .file: 0
    }
  }

  /// Whether the value is JSON's null.
  package var isNull: Bool {
    if case .json(let json) = self { json.isNull } else { false }
  }

  /// A number in its own text.
  ///
  /// - Parameter text: a number as JSON writes it.
  /// - Returns: the number; the text where it is none.
  package static func number(_ text: String) -> Value { (try? Value(json: text)) ?? .text(text) }

  /// JSON's null.
  package static var null: Value { (try? Value(json: "null")) ?? .text("") }

  /// Finds an item of a list.
  ///
  /// - Parameter index: the place of the item, counted from 0.
  /// - Returns: the item, or nil where this is no list or is shorter.
  package func item(_ index: Int) -> Value? {
    guard case .json(let json) = self, let item = json[index] else { return nil }
    return Value(item)
  }

  /// Finds a member of a map.
  ///
  /// - Parameter name: the member's key.
  /// - Returns: its value, or nil where this is no map or has no such key.
  package func member(_ name: String) -> Value? {
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

/// A file that a user named as the value of an input, or a spec; it is read, or streamed, where it is
/// needed.
package struct InputFile: Sendable, Hashable {
  /// The path, absolute or relative to the working directory; `-` is standard input.
  package var path: String
  /// Whether a file named it, and not the user: its path is canonical, and opened as such.
  package var isConfined: Bool

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - path: the path, absolute or relative to the working directory.
  ///   - isConfined: whether a file named it; its path is canonical then.
  package init(path: String, isConfined: Bool = false) {
    self.path = path
    self.isConfined = isConfined
  }
}

/// What is held in memory of one body, file or list.
package enum HeldBytes {
  /// The most bytes of it, unless the file says `max_body`.
  package static let limit = 64 << 20
}

/// How much the placeholders of one call may bring, together.
///
/// A let may use another one twice, and so on: a few lines would make text without end.
package final class RenderAllowance: Sendable {
  /// The most octets, those of each step counted.
  package static let limit = 128 << 20
  /// What anything costs, however small its value is.
  private static let least = 256

  private let remaining = Atomic(limit)

  package init() {}

  /// Takes some of what is left.
  ///
  /// - Parameters:
  ///   - octets: how long a value is.
  ///   - times: how many values are as long.
  /// - Returns: whether there was as much.
  package func take(_ octets: Int, times: Int = 1) -> Bool {
    let (cost, isTooMuch) = max(octets, Self.least).multipliedReportingOverflow(by: times)
    guard !isTooMuch, cost <= Self.limit else { return false }
    return remaining.subtract(cost, ordering: .relaxed).newValue >= 0
  }
}
