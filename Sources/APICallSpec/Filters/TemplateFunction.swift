/// The functions, by their names in placeholders.
package enum TemplateFunction: String, Sendable, CaseIterable {
  case choose = "if"
  case uuid, now, random, fake, range, list

  /// Its parameters.
  package var parameters: [TemplateParameter] {
    switch self {
    case .choose:
      [
        TemplateParameter("condition", .any), TemplateParameter("value", .any),
        TemplateParameter("other", .any),
      ]
    case .uuid, .now: []
    case .random, .range:
      [TemplateParameter("from", .integer), TemplateParameter("to", .integer)]
    case .list: [TemplateParameter("item", .any, isOptional: true)]
    case .fake: [TemplateParameter("kind", .text, checkingWith: FakeData.check)]
    }
  }

  /// Whether its last parameter may be repeated.
  var repeatsLast: Bool { self == .list }

  /// Whether its value differs from call to call.
  var isVolatile: Bool {
    switch self {
    case .choose, .range, .list: false
    case .uuid, .now, .random, .fake: true
    }
  }

  /// The types of its results.
  var gives: ValueKinds {
    switch self {
    case .choose: .any
    case .uuid, .now: .text
    case .random: .number
    case .fake: .plain
    case .range, .list: .list
    }
  }
}
