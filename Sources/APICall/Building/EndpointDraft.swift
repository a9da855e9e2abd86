public import HTTPTypes

extension Endpoint {
  /// The parts of an endpoint that a program builds, with the defaults of apicall-file(5).
  public struct Draft: Sendable {
    /// The query items; one that has the name of a token in the URL fills the token instead.
    public var query: Items = [:]
    /// The header fields.
    public var headerFields: Items = [:]
    /// The body; nil for none.
    public var body: Body?
    /// How the request is authorised; nil for not at all.
    public var authorization: Authorization?
    /// The time limit of the whole call, in whole milliseconds and at least one; nil for the default.
    public var timeout: Duration?
    /// How many times a failed request is sent again, if that is safe: from 0, the default, to 100.
    public var maximumRetries = 0
    /// How many redirects are followed: by default none.
    public var maximumRedirects = 0
    /// The statuses that are not an error; empty for 200 to 299.
    public var expectedStatuses: [HTTPResponse.Status] = []
    /// The rules of inputs; an input without rules is required text.
    public var inputs: [String: Input] = [:]
    /// The decoder of the body, such as `json` or `csv`; nil for that of its Content-Type.
    public var decoder: String?
    /// The values to take from the response by name, each by a JSONPath.
    public var outputs: [String: String] = [:]

    init() {}
  }

  /// The body of a request.
  public enum Body: Sendable {
    /// A JSON value.
    case json(Value)
    /// A form, as a browser sends it.
    case form(Items)
    /// Text of a media type.
    case text(Value, type: String)
  }

  /// How a request is authorised.
  ///
  /// Text is a secret here; a description does not show it.
  public enum Authorization: Sendable {
    /// A token in the header field Authorization (RFC 6750).
    case bearer(Value)
    /// A name and a password (RFC 7617).
    case basic(user: Value, password: Value)
    /// A key in a header field of this name.
    case key(Value, headerField: String)
  }

  /// The rules of an input.
  public struct Input: Sendable {
    /// The types that the inputs of a built endpoint can have.
    public enum Kind: String, Sendable {
      /// Text.
      case string
      /// A whole number.
      case integer
      /// A number.
      case number
      /// A truth value.
      case boolean
      /// A list.
      case array
    }

    /// The type of the value.
    public var kind: Kind
    /// Whether the value is masked wherever it is shown.
    public var isSecret: Bool
    /// The value if none is given; without one, the input is required unless it is optional.
    public var defaultValue: Value?
    /// Whether the value can be missing, and what is made of it is left out.
    public var isOptional: Bool

    /// Creates the rules.
    ///
    /// - Parameters:
    ///   - kind: the type of the value.
    ///   - isSecret: whether it is masked.
    ///   - isOptional: whether it can be missing.
    ///   - defaultValue: the value if none is given.
    public init(
      _ kind: Kind = .string, isSecret: Bool = false, isOptional: Bool = false,
      default defaultValue: Value? = nil
    ) {
      self.kind = kind
      self.isSecret = isSecret
      self.isOptional = isOptional
      self.defaultValue = defaultValue
    }
  }
}

extension Endpoint.Input: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The type.
  public var description: String { "Input(\(kind.rawValue))" }
  /// The type.
  public var debugDescription: String { description }
  /// A mirror without the default, which may be secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Endpoint.Authorization: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The scheme.
  public var description: String {
    switch self {
    case .bearer: "bearer"
    case .basic: "basic"
    case .key: "key"
    }
  }
  /// The scheme.
  public var debugDescription: String { description }
  /// A mirror without the credentials.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
