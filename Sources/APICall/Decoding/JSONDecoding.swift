/// How JSON becomes values of Swift.
///
/// ```swift
/// let todos: [Todo] = try response.decode(using: JSONDecoding(keys: .fromSnakeCase))
/// ```
///
/// Numbers need no choice: integers are exact, so that `1.0` and `1e2` are integers and a number that
/// does not fit is an error; `Double` and `Float` take the nearest value. ``JSONNumber`` keeps every
/// digit.
public struct JSONDecoding: Sendable {
  /// How the keys of objects become those of types.
  public var keys: Keys
  /// What a key means that an object has more than once.
  public var repeatedKeys: RepeatedKeys
  /// What `Double` and `Float` take in addition to numbers.
  public var nonFinite: NonFinite
  /// How dates are written.
  public var dates: Dates
  /// What is handed to the `init(from:)` of types.
  public var userInfo: [CodingUserInfoKey: any Sendable]
  /// How types are decoded that cannot do so by themselves.
  private(set) var adapters: [ObjectIdentifier: @Sendable (any Decoder) throws -> Any] = [:]

  /// Creates a way of decoding.
  ///
  /// - Parameters:
  ///   - keys: how the keys of objects become those of types.
  ///   - repeatedKeys: what a key means that an object has more than once.
  ///   - nonFinite: what `Double` and `Float` take in addition to numbers.
  ///   - dates: how dates are written.
  ///   - userInfo: what is handed to the `init(from:)` of types.
  public init(
    keys: Keys = .asWritten, repeatedKeys: RepeatedKeys = .last, nonFinite: NonFinite = .refuse,
    dates: Dates = .rfc3339, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) {
    self.keys = keys
    self.repeatedKeys = repeatedKeys
    self.nonFinite = nonFinite
    self.dates = dates
    self.userInfo = userInfo
  }

  /// Decodes a type by a closure in place of its `init(from:)`, wherever it is met.
  ///
  /// ```swift
  /// decoding.setDecoder(for: Color.self) { decoder in
  ///   Color(hex: try decoder.singleValueContainer().decode(String.self))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - body: makes a value of the type; a `DecodingError` that it throws is reported with its
  ///     place.
  public mutating func setDecoder<Value>(
    for type: Value.Type, _ body: @escaping @Sendable (any Decoder) throws -> Value
  ) {
    adapters[ObjectIdentifier(type)] = body
  }

  /// How the keys of objects become those of types.
  ///
  /// The keys of a dictionary stay as they are.
  public enum Keys: Sendable {
    /// They are the same.
    case asWritten
    /// `due_date` becomes `dueDate`; underscores at the start and the end stay.
    case fromSnakeCase
    /// A function makes the key of the type from that of the object.
    case custom(@Sendable (String) -> String)
  }

  /// What a key means that an object has more than once (RFC 8259, section 4).
  public enum RepeatedKeys: Sendable, Hashable {
    /// The last member counts.
    case last
    /// It is an error.
    case refuse
  }

  /// What `Double` and `Float` take in addition to numbers.
  public enum NonFinite: Sendable, Hashable {
    /// Nothing: JSON has no infinity and no "not a number", and `1e400` does not fit.
    case refuse
    /// These strings.
    case strings(positiveInfinity: String, negativeInfinity: String, nan: String)
  }

  /// How dates are written.
  public enum Dates: Sendable, Hashable {
    /// `2026-01-31T12:00:00.25+01:00` (RFC 3339). The time, its seconds and the offset from UTC may
    /// be missing.
    case rfc3339
    /// A number of seconds since 1970, with or without a fraction.
    case secondsSince1970
    /// A number of milliseconds since 1970.
    case millisecondsSince1970
  }
}

extension JSONDecoding.Keys {
  /// What makes the key of a type; nil if that is the key of the object.
  var conversion: (@Sendable (String) -> String)? {
    switch self {
    case .asWritten: nil
    case .custom(let convert): convert
    case .fromSnakeCase:
      { key in
        guard let start = key.firstIndex(where: { $0 != "_" }),
          let end = key.lastIndex(where: { $0 != "_" })
        else { return key }
        let words = key[start...end].split(separator: "_")
        guard words.count > 1 else { return key }
        let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
        return key[..<start] + words[0].lowercased() + rest.joined()
          + key[key.index(after: end)...]
      }
    }
  }
}
