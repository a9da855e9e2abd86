import APICallBase

/// Why what begins like a placeholder cannot be read as one.
package struct PlaceholderFault: Error, Sendable {
  private let words: String
  /// Whether the words end with the placeholder.
  private let namesPlaceholder: Bool
  let hint: String?

  private init(_ words: String, inPlaceholder namesPlaceholder: Bool = false, hint: String?) {
    self.words = words
    self.namesPlaceholder = namesPlaceholder
    self.hint = hint
  }

  /// The fault in words.
  ///
  /// - Parameter placeholder: the text that it is found in.
  /// - Returns: what is wrong.
  func message(in placeholder: String) -> String {
    namesPlaceholder ? "\(words) \(placeholder)" : words
  }

  private static let form = "a placeholder is <name | filter | …>; write \\< for a < that is text"

  /// The end of the line, or of the placeholder, comes before this bracket or quote.
  static func missing(_ character: Character) -> PlaceholderFault {
    let what = ">)]".contains(character) ? "a '\(character)'" : "a quote \(character)"
    return PlaceholderFault(
      "\(what) is missing in the placeholder", inPlaceholder: true, hint: form)
  }

  /// Something stands where it cannot.
  static func unexpected(_ word: String) -> PlaceholderFault {
    PlaceholderFault(
      "'\(word)' cannot stand here in the placeholder", inPlaceholder: true, hint: form)
  }

  /// No filter stands behind a `|`.
  static var noFilter: PlaceholderFault {
    PlaceholderFault(
      "no filter stands behind the | of the placeholder", inPlaceholder: true, hint: form)
  }

  /// No value stands between parentheses where one has to.
  static var noArgument: PlaceholderFault {
    PlaceholderFault(
      "a value is missing between the parentheses of", inPlaceholder: true,
      hint: "write a number, a name, or text in quotes")
  }

  private static let index =
    "write [0] for the first item of a list, [\"a b\"] for a member of a map"

  /// Nothing stands between brackets.
  static var noIndex: PlaceholderFault {
    PlaceholderFault(
      "an index is missing between the brackets of", inPlaceholder: true, hint: index)
  }

  /// What stands in brackets is neither a number nor text in quotes.
  static func notIndex(_ word: String) -> PlaceholderFault {
    PlaceholderFault("'\(word)' is neither a number nor text in quotes", hint: index)
  }

  /// A backslash in quotes, and what stands behind it.
  static func unknownEscape(_ escape: String) -> PlaceholderFault {
    PlaceholderFault(
      "'\(escape)' means nothing in quotes",
      hint: "\\\\ is a backslash; \\n, \\r, \\t, \\\" and \\' are the others")
  }

  /// A word of digits that is no number in JSON.
  static func notNumber(_ word: String) -> PlaceholderFault {
    PlaceholderFault("'\(word)' is neither a number nor a name", hint: "write text in quotes")
  }

  static func unknownFilter(_ name: String) -> PlaceholderFault {
    PlaceholderFault(
      "unknown filter '\(name)'",
      hint: TemplateFunction(rawValue: name) != nil
        ? "\(name) is a function: <\(name)()>"
        : Nearest.hint(
          for: name, among: TemplateFilter.allCases.map(\.rawValue), noun: "filters"))
  }

  static func unknownFunction(_ name: String) -> PlaceholderFault {
    PlaceholderFault(
      "unknown function '\(name)'",
      hint: TemplateFilter(rawValue: name) != nil
        ? "\(name) is a filter: <name | \(name)>"
        : Nearest.hint(
          for: name, among: TemplateFunction.allCases.map(\.rawValue), noun: "functions"))
  }

  /// Another number of arguments than it takes.
  static func argumentCount(_ callee: TemplateCallee, _ count: Int) -> PlaceholderFault {
    let taken = callee.parameters.count
    let words = taken == 0 ? "no arguments" : taken == 1 ? "1 argument" : "\(taken) arguments"
    return PlaceholderFault(
      "\(callee.title) takes \(words), not \(count)", hint: "write \(callee.usage)")
  }

  /// An argument of another type than the parameter's.
  static func argumentType(
    _ callee: TemplateCallee, _ parameter: TemplateParameter
  ) -> PlaceholderFault {
    PlaceholderFault(
      "\(callee.title) takes \(parameter.kind.words) as '\(parameter.name)'",
      hint: parameter.kind == .text
        ? "or the name of a value, without quotes" : "such as 10, or a name")
  }

  /// A kind of data that `fake` does not make.
  static func unknownKind(_ kind: String) -> PlaceholderFault {
    PlaceholderFault(
      "unknown kind of data '\(kind)'",
      hint: Nearest.hint(for: kind, among: FakeData.allCases.map(\.rawValue), noun: "kinds"))
  }

  /// A format of `date` that is neither one of its words nor holds a conversion.
  static func unknownDateFormat(_ format: String) -> PlaceholderFault {
    PlaceholderFault(
      "unknown format '\(format)' of a date",
      hint: Nearest.word(to: format, among: DateFormat.words).map { "did you mean '\($0)'?" }
        ?? "write \(DateFormat.words.joined(separator: ", ")), or conversions such as %Y-%m-%d")
  }

  /// A conversion, such as `%Q`, that `date` does not know.
  static func unknownConversion(_ conversion: String) -> PlaceholderFault {
    PlaceholderFault(
      "unknown conversion '\(conversion)' in the format of a date",
      hint: "see apicall-spec(5) for those that there are; %% is a percent sign")
  }
}
