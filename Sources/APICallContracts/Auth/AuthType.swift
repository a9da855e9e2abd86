package import APICallBase
package import APICallSafety

/// A way to authorise requests, named by `auth: {type: NAME, …}`.
///
/// A type declares its options as data, which serves the reading of files, the schema, the test of
/// the manual and "did you mean". From their values it makes a credential for every request of a
/// call, answers the challenges of a server, or both.
package protocol AuthType: Authorizing {
  /// The name in a spec, in kebab-case.
  static var name: String { get }
  /// A one-line description of what it does.
  static var summary: String { get }
  /// Its options, in the order of the manual.
  static var options: [RoleOption] { get }
  /// Whether an eavesdropper on all requests and responses learns nothing that could authorise
  /// another request.
  static var hidesSecrets: Bool { get }

  /// Returns the place of its credential in a request, so that nothing else is put there.
  static func place(with values: OptionValues) -> AuthPlace

  /// Returns the user's own credentials that it takes if a file sets these options, of which some
  /// have no placeholders: only trusted specs may use them.
  static func userCredentials(_ names: [String], _ literals: OptionValues) -> UserCredentials?

  /// Checks which options a file sets together, and the values without placeholders.
  ///
  /// Throws an ``AuthProblem``.
  static func check(_ names: [String], _ literals: OptionValues) throws(AuthProblem)

  /// Returns what is legal, but unwise, about the options that a file sets: lower case, no full stop.
  static func warning(_ names: [String], _ literals: OptionValues) -> String?

  /// Throws an ``AuthProblem`` if a value cannot be used.
  init(_ values: OptionValues, in context: AuthContext) throws(AuthProblem)
}

extension AuthType {
  package static var hidesSecrets: Bool { false }

  package static func userCredentials(
    _ names: [String], _ literals: OptionValues
  ) -> UserCredentials? { nil }

  /// By default, all options can be set together.
  package static func check(_ names: [String], _ literals: OptionValues) throws(AuthProblem) {}

  package static func warning(_ names: [String], _ literals: OptionValues) -> String? { nil }

  /// By default, the header field for credentials (RFC 9110, section 11.6.2).
  package static func place(with values: OptionValues) -> AuthPlace { .header("Authorization") }
}

/// Credentials that the user keeps outside of the files of a project.
package struct UserCredentials: Sendable {
  /// A phrase such as `the credentials in your netrc file`.
  package let name: String
  /// The option of the command line that permits them for one run; nil without one.
  package let option: String?
  /// Whether they are read only when a request is sent.
  package let areForSending: Bool

  package init(_ name: String, option: String? = nil, areForSending: Bool = false) {
    self.name = name
    self.option = option
    self.areForSending = areForSending
  }
}

/// The context of a call to authorise.
package struct AuthContext: Sendable {
  /// The origin of the call's own request: only it receives the credentials.
  package var origin: Origin
  package var world: World
  /// Whether requests go to a mock server, which needs no real credentials.
  package var isMock: Bool
  /// Whether requests are sent at all; if not, a token need not be real.
  package var sends: Bool

  package init(origin: Origin, world: World, isMock: Bool = false, sends: Bool = true) {
    self.origin = origin
    self.world = world
    self.isMock = isMock
    self.sends = sends
  }
}

/// An auth type as an entry of a table: its properties and how to create it for a call.
package struct AuthEntry: Sendable {
  package let name: String
  package let summary: String
  package let options: [RoleOption]
  package var hidesSecrets = false
  /// The place of its credential in a request, from the values of the options without placeholders;
  /// nil if it depends on the request.
  package let place: @Sendable (OptionValues) -> AuthPlace?
  package var check: @Sendable ([String], OptionValues) throws(AuthProblem) -> Void = {
    (_, _) throws(AuthProblem) in
  }
  package var warning: @Sendable ([String], OptionValues) -> String? = { _, _ in nil }
  package var userCredentials: @Sendable ([String], OptionValues) -> UserCredentials? = { _, _ in
    nil
  }
  package let make: @Sendable (OptionValues, AuthContext) throws(AuthProblem) -> any Authorizing

  package init(
    _ name: String, summary: String, options: [RoleOption],
    place: @escaping @Sendable (OptionValues) -> AuthPlace? = { _ in nil },
    make: @escaping @Sendable (OptionValues, AuthContext) throws(AuthProblem) -> any Authorizing
  ) {
    self.name = name
    self.summary = summary
    self.options = options
    self.place = place
    self.make = make
  }

  /// Creates the entry of a built-in type.
  package init(_ type: any AuthType.Type) {
    self.init(
      type.name, summary: type.summary, options: type.options, place: { type.place(with: $0) }
    ) { (values, context) throws(AuthProblem) in
      try type.init(values, in: context)
    }
    userCredentials = { type.userCredentials($0, $1) }
    hidesSecrets = type.hidesSecrets
    warning = { type.warning($0, $1) }
    check = { (names, literals) throws(AuthProblem) in try type.check(names, literals) }
  }

  /// Finds the option that a file sets under a name: for a value of a map, the map.
  package func option(for name: String) -> RoleOption? {
    if let option = options.first(where: { $0.name == name }) { return option }
    guard let dot = name.firstIndex(of: ".") else { return nil }
    return options.first { $0.kind == .map && $0.name == name[..<dot] }
  }

  package var requiredOptions: [RoleOption] { options.filter(\.isRequired) }
}
