import APICallRequests
import APICallText

/// The inputs of a call by name, written as a dictionary: `["user": 1, "tags": ["a", "b"]]`.
///
/// A description shows the names only, since values may be secret.
public struct Inputs: Sendable, ExpressibleByDictionaryLiteral {
  /// The value of an input.
  public enum Value: Sendable {
    /// A text, which the type of the input reads.
    case text(String)
    /// An integer.
    case integer(Int)
    /// A number.
    case number(Double)
    /// A truth value.
    case boolean(Bool)
    /// A list of values, for an input of the type `array`.
    case list([Value])
    /// The path of a file, absolute or from the working directory: an input of the type `file` is
    /// sent from there, and another one takes the contents as its text.
    case file(String)
  }

  private var items: [(name: String, value: Value)] = []

  /// Creates inputs without values.
  public init() {}

  init(_ items: [(name: String, value: Value)]) { self.items = items }

  func following(_ others: [(name: String, value: Value)]) -> Inputs {
    others.isEmpty ? self : Inputs(others + items)
  }

  /// Creates inputs from a dictionary literal.
  public init(dictionaryLiteral elements: (String, Value)...) {
    items = elements.map { ($0.0, $0.1) }
  }

  /// The value of an input; nil leaves it out.
  ///
  /// ```swift
  /// var inputs: Inputs = ["user": 1]
  /// inputs["page"] = page.map { .integer($0) }
  /// ```
  ///
  /// - Parameter name: the name of the input.
  public subscript(name: String) -> Value? {
    get { items.last { $0.name == name }?.value }
    set {
      items.removeAll { $0.name == name }
      if let newValue { items.append((name, newValue)) }
    }
  }

  /// The inputs as the command line gives them: one assignment for each item of a list.
  var assignments: [InputResolver.Assignment] {
    items.flatMap { name, value -> [InputResolver.Assignment] in
      guard case .list(let list) = value else {
        return [InputResolver.Assignment(name: name, text: value.text, as: value.form)]
      }
      // As one list, in which an item such as `[x]` stays text.
      if let json = value.json {
        return [InputResolver.Assignment(name: name, text: json, as: .json)]
      }
      return list.map { InputResolver.Assignment(name: name, text: $0.text, as: $0.form) }
    }
  }
}

extension Inputs: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The names of the inputs.
  public var description: String { "Inputs(\(items.map(\.name).joined(separator: ", ")))" }
  /// The names of the inputs.
  public var debugDescription: String { description }
  /// A mirror without the values.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Inputs.Value {
  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .number(let number): String(number)
    case .boolean(let flag): String(flag)
    case .list(let list): list.map(\.text).joined(separator: ",")
    // A path from the command line that is only a dash is standard input.
    case .file(let path): path == "-" ? "./-" : path
    }
  }

  /// The value as JSON; nil if the contents of a file are part of it.
  fileprivate var json: String? {
    switch self {
    case .text(let text): String(decoding: APICallText.Value.text(text).jsonText, as: UTF8.self)
    case .integer, .boolean: text
    case .number(let number): number.isFinite ? text : nil
    case .list(let list):
      list.reduce("[") { (json: String?, value) in
        guard let json, let item = value.json else { return nil }
        return json + (json.utf8.count > 1 ? "," : "") + item
      }.map { $0 + "]" }
    case .file: nil
    }
  }

  fileprivate var form: InputResolver.Assignment.Form {
    if case .file = self { .file } else { .literal }
  }
}

extension Inputs.Value: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// Creates a text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Creates a truth value.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Creates a list.
  public init(arrayLiteral elements: Inputs.Value...) { self = .list(elements) }
}

extension Inputs.Value: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind of the value, which may be secret.
  public var description: String {
    switch self {
    case .text: "text"
    case .integer: "integer"
    case .number: "number"
    case .boolean: "boolean"
    case .list: "list"
    case .file: "file"
    }
  }
  /// The kind of the value, which may be secret.
  public var debugDescription: String { description }
  /// A mirror without the value.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
