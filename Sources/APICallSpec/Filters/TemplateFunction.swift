/// The functions, by their names in placeholders.
package enum TemplateFunction: String, Sendable, CaseIterable {
  case choose = "if"
  case attempt = "try"
  case uuid, now, random, fake, range, list, concat

  /// Its parameters.
  package var parameters: [TemplateParameter] {
    switch self {
    case .choose:
      [
        TemplateParameter("condition", .any), TemplateParameter("value", .any),
        TemplateParameter("other", .any),
      ]
    case .attempt: [TemplateParameter("value", .any), TemplateParameter("other", .any)]
    case .uuid, .now: []
    case .random, .range:
      [TemplateParameter("from", .integer), TemplateParameter("to", .integer)]
    case .list: [TemplateParameter("item", .any, isOptional: true)]
    case .concat: [TemplateParameter("part", .any)]
    case .fake: [TemplateParameter("kind", .text, checkingWith: FakeData.check)]
    }
  }

  /// Whether its last parameter may be repeated.
  var repeatsLast: Bool { self == .list || self == .concat }

  /// Whether its value differs from call to call.
  var isVolatile: Bool {
    switch self {
    case .choose, .attempt, .range, .list, .concat: false
    case .uuid, .now, .random, .fake: true
    }
  }

  /// The steps of a use: unpredictable bytes are read for each.
  var steps: Int { isVolatile ? 80 : 8 }

  /// The types of its results.
  var gives: ValueKinds {
    switch self {
    case .choose, .attempt: .any
    case .uuid, .now, .concat: .text
    case .random: .number
    case .fake: .plain
    case .range, .list: .list
    }
  }
}
