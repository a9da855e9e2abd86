package import APICallBase
package import APICallContracts
import APICallLanguage
package import APICallSafety
package import YAMLTree

/// The field `auth`: how a file authorises requests.
package struct AuthDeclaration: Sendable {
  /// The name of a type; nil if the map does not contain it.
  package var type: WrittenName?
  package var mark: Mark
  package var options: [GivenOption] = []
  /// The options of the type that the command line sets.
  package var assignments: [OptionAssignment] = []
  /// The type; nil before the name is looked up.
  package var kind: AuthEntry?

  package init(mark: Mark) { self.mark = mark }

  /// The name for no type: `auth: none` switches off an inherited one.
  package static let none = "none"

  package var typeMark: Mark { type?.mark ?? mark }

  /// The values of the options without placeholders.
  package var literals: OptionValues {
    var values = OptionValues()
    for option in options {
      if let literal = option.value.literal { values[option.name] = ProtectedText(literal) }
    }
    return values
  }

  /// The warning about its options, if there is one.
  package var warnings: [Message] {
    guard let text = kind?.warning(options.map(\.name), literals) else { return [] }
    return [
      Message(text, at: typeMark, hint: "if the server has another grant, use that")
        .reported(as: .warning)
    ]
  }

  /// The credentials of the user that it takes from outside of the file; nil for none.
  package var userCredentials: UserCredentials? {
    kind?.userCredentials(options.map(\.name) + assignments.map(\.option), literals)
  }

  /// Where the credential is placed in a request; nil if the type is not known.
  package var place: AuthPlace? { kind?.place(literals) }

  /// Masks secrets that are written out in the lines of a file that messages show.
  package var redactor: Redactor {
    let secret = kind?.options.filter { $0.kind == .secret }.map(\.name)
    return Redactor(
      options.compactMap { option in
        guard secret?.contains(option.name) ?? true else { return nil }
        return option.value.literal.map { Array($0.utf8) }
      })
  }
}
