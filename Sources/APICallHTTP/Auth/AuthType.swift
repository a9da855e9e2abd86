package import APICallBase

/// A way to authorise requests: what `auth: {type: NAME, …}` names.
///
/// A type says what its options are as data: the reading of files, the schema, the manual's test and
/// "did you mean" go by that. It makes a credential out of their values, which goes with each
/// request of a call, or answers the challenges of a server, or both.
package protocol AuthType: Authorizing {
  /// The name in a spec, in kebab-case.
  static var name: String { get }
  /// One line that says what it does.
  static var summary: String { get }
  /// Its options, in the order in which the manual has them.
  static var options: [RoleOption] { get }
  /// Whether credentials come from the user's own files, which a spec has to be trusted with.
  static var readsUserFiles: Bool { get }
  /// Whether a reader of all requests and answers learns nothing to make another request with.
  static var hidesSecrets: Bool { get }

  /// Where its credential stands in a request, so that nothing else is put there.
  ///
  /// - Parameter values: the values of those options that have no placeholders.
  /// - Returns: the place.
  static func place(with values: OptionValues) -> AuthPlace

  /// Creates it for a call.
  ///
  /// - Parameters:
  ///   - values: the values of its options; those that are required are there.
  ///   - context: what else it may go by.
  /// - Throws: an ``AuthProblem`` where a value cannot be used.
  init(_ values: OptionValues, in context: AuthContext) throws(AuthProblem)
}

extension AuthType {
  /// No: its credentials are its options.
  package static var readsUserFiles: Bool { false }

  /// No: its credentials are sent.
  package static var hidesSecrets: Bool { false }

  /// The header field for credentials (RFC 9110, section 11.6.2).
  package static func place(with values: OptionValues) -> AuthPlace { .header("Authorization") }
}

/// What authorising a call may go by besides the values of options.
package struct AuthContext: Sendable {
  /// The origin of the call's own request: nobody else gets its credentials.
  package var origin: Origin
  /// What is around the call: files, digests, randomness.
  package var world: World
  /// Whether requests go to a mock server, which is no reason to read credentials.
  package var isMock: Bool

  package init(origin: Origin, world: World, isMock: Bool = false) {
    self.origin = origin
    self.world = world
    self.isMock = isMock
  }
}

/// A way to authorise requests as it can be chosen: what is known of it before there is a call, and
/// how one is made.
package struct AuthEntry: Sendable {
  /// The name in a spec, in kebab-case.
  package let name: String
  /// One line that says what it does.
  package let summary: String
  /// Its options, in the order in which the manual has them.
  package let options: [RoleOption]
  /// Whether credentials come from the user's own files, which a spec has to be trusted with.
  package var readsUserFiles = false
  /// Whether a reader of all requests and answers learns nothing to make another request with.
  package var hidesSecrets = false
  /// Where its credential stands in a request, by the values of those options that have no
  /// placeholders; nil where that shows only with the request.
  package let place: @Sendable (OptionValues) -> AuthPlace?
  /// Makes one for a call.
  package let make: @Sendable (OptionValues, AuthContext) throws(AuthProblem) -> any Authorizing

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - name: the name in a spec.
  ///   - summary: one line that says what it does.
  ///   - options: its options.
  ///   - place: where its credential stands.
  ///   - make: makes one for a call.
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

  /// Creates the entry of a type that is built in.
  ///
  /// - Parameter type: the type.
  package init(_ type: any AuthType.Type) {
    self.init(
      type.name, summary: type.summary, options: type.options, place: { type.place(with: $0) }
    ) { (values, context) throws(AuthProblem) in
      try type.init(values, in: context)
    }
    readsUserFiles = type.readsUserFiles
    hidesSecrets = type.hidesSecrets
  }

  /// The options that a call cannot do without.
  package var requiredOptions: [RoleOption] { options.filter(\.isRequired) }
}
