extension Endpoint {
  /// A value in an endpoint that a program builds: literals of Swift, or what the cases say.
  ///
  /// Text is sent as it is: `"<name>"` is not a placeholder. ``input(_:)`` and ``template(_:)`` ask
  /// for one.
  public enum Value: Sendable {
    /// JSON's `null`; a query item, form item or header field is left out.
    case null
    /// A truth value.
    case boolean(Bool)
    /// An integer.
    case integer(Int)
    /// A number.
    case number(Double)
    /// Text, sent as it is.
    case text(String)
    /// Any JSON, sent with its numbers as they are.
    case json(JSONValue)
    /// A list: an array in JSON; elsewhere the name is repeated.
    case list([Value])
    /// Names with values, in JSON only.
    case object(Items)
    /// A secret: masked in every description, error and event.
    case secret(String)
    /// The value of an input.
    case input(String)
    /// Text with the placeholders of apicall-expressions(7), such as `Bearer <token>`.
    case template(String)
  }

  /// Names with values, in their order.
  public struct Items: Sendable, ExpressibleByDictionaryLiteral {
    private(set) var items: [(name: String, value: Value)]

    /// Creates items from a dictionary literal; of a repeated name the last value counts.
    public init(dictionaryLiteral elements: (String, Value)...) {
      items = []
      for (name, value) in elements { self[name] = value }
    }

    /// Whether there are no items.
    public var isEmpty: Bool { items.isEmpty }

    /// The value of a name; nil removes it.
    ///
    /// - Parameter name: the name; case matters.
    public subscript(name: String) -> Value? {
      get { items.first { $0.name == name }?.value }
      set {
        guard let newValue else { return items.removeAll { $0.name == name } }
        guard let index = items.firstIndex(where: { $0.name == name }) else {
          return items.append((name, newValue))
        }
        items[index].value = newValue
      }
    }
  }
}

extension Endpoint.Value: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Creates a truth value.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }
  /// Creates a list.
  public init(arrayLiteral elements: Endpoint.Value...) { self = .list(elements) }
  /// Creates an object.
  public init(dictionaryLiteral elements: (String, Endpoint.Value)...) {
    var items: Endpoint.Items = [:]
    for (name, value) in elements { items[name] = value }
    self = .object(items)
  }
}

extension Endpoint.Value: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The value, or `***` for a secret.
  public var description: String {
    switch self {
    case .null: "null"
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text): text
    case .json(let json): json.text
    case .list(let list): "\(list)"
    case .object(let items): "\(items.items)"
    case .secret: "***"
    case .input(let name): "<\(name)>"
    case .template(let text): text
    }
  }
  /// The value, or `***` for a secret.
  public var debugDescription: String { description }
  /// A mirror without the value.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
