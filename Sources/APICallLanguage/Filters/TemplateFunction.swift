/// The functions, by their names in placeholders.
package enum TemplateFunction: String, TemplateCallee, Sendable, CaseIterable {
  case choose = "if"
  case attempt = "try"
  case uuid, now, random, fake, range, list, concat

  var name: String { rawValue }
  var title: String { "the function '\(name)'" }

  package var summary: String {
    switch self {
    case .choose:
      "The first value if the condition is true, and the other one if it is false, missing or "
        + "null; only the chosen one is computed."
    case .attempt:
      "The first value, or the other one if the first one cannot be computed; a first value that "
        + "is missing stays missing."
    case .uuid: "A random UUID (version 4), another one for each use."
    case .now: "The current time in UTC to the millisecond, the same throughout a call."
    case .random: "A random whole number between the two, both included."
    case .fake:
      "A made-up value of a kind: " + FakeData.allCases.map(\.rawValue).joined(separator: ", ")
        + "."
    case .range: "The list of whole numbers from the first up to and without the second."
    case .list: "The list of the items, which may be none; a missing item is null."
    case .concat: "Texts, numbers, true and false, joined into one text."
    }
  }

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

  package var repeatsLast: Bool { self == .list || self == .concat }

  var isVolatile: Bool {
    switch self {
    case .choose, .attempt, .range, .list, .concat: false
    case .uuid, .now, .random, .fake: true
    }
  }

  /// The steps of a use: unpredictable bytes are read for each.
  var steps: Int { isVolatile ? 80 : 8 }

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
