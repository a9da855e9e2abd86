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
