package import APICallBase
package import APICallHTTP
package import YAMLTree

/// How a file says that requests are authorised: the field `auth`.
package struct AuthDeclaration: Sendable {
  /// The name of a type; nil if the map does not say.
  package var type: WrittenName?
  /// The place of the field's name.
  package var mark: Mark
  /// What the file gives to the type's options, in order.
  package var options: [GivenOption] = []
  /// What the command line sets of the type's options.
  package var assignments: [OptionAssignment] = []
  /// The type; nil until the name is looked up.
  package var kind: AuthEntry?

  /// The name that stands for no type: `auth: none` switches off what is inherited.
  static let none = "none"

  /// The place that says which type it is, or the whole field.
  package var typeMark: Mark { type?.mark ?? mark }

  /// The values of the options without placeholders.
  var literals: OptionValues {
    var values = OptionValues()
    for option in options {
      if let literal = option.value.literal { values[option.name] = ProtectedText(literal) }
    }
    return values
  }

  /// Where the credential stands in a request; nil if the type is not known.
  var place: AuthPlace? { kind?.place(literals) }

  /// Masks what is secret in the lines of a file that messages show: texts that are written out.
  package var redactor: Redactor {
    let secret = kind?.options.filter { $0.kind == .secret }.map(\.name)
    return Redactor(
      options.compactMap { option in
        guard secret?.contains(option.name) ?? true else { return nil }
        return option.value.literal.map { Array($0.utf8) }
      })
  }
}
