import APICallBase

extension PlaceholderFault {
  /// The fault in words.
  ///
  /// - Parameter span: where it is.
  /// - Returns: what to tell the user.
  func diagnostic(at span: TemplateSpan) -> Diagnostic {
    Diagnostic(message(in: span.placeholder), at: span.mark, hint: hint)
  }

  private func message(in placeholder: String) -> String {
    switch self {
    case .missing(let character):
      character == ">" || character == ")" || character == "]"
        ? "a '\(character)' is missing in the placeholder \(placeholder)"
        : "a quote \(character) is missing in the placeholder \(placeholder)"
    case .unexpected(let word): "'\(word)' cannot stand here in the placeholder \(placeholder)"
    case .noFilter: "no filter stands behind the | of the placeholder \(placeholder)"
    case .noArgument: "a value is missing between the parentheses of \(placeholder)"
    case .noIndex: "an index is missing between the brackets of \(placeholder)"
    case .notIndex(let word): "'\(word)' is neither a number nor text in quotes"
    case .unknownEscape(let escape): "'\(escape)' means nothing in quotes"
    case .notNumber(let word): "'\(word)' is neither a number nor a name"
    case .unknownFilter(let name): "unknown filter '\(name)'"
    case .unknownFunction(let name): "unknown function '\(name)'"
    case .argumentCount(let callee, let count):
      "\(callee.title) takes \(Self.arguments(callee.parameters.count)), not \(count)"
    case .argumentType(let callee, let parameter):
      "\(callee.title) takes \(parameter.kind.words) as '\(parameter.name)'"
    case .unknownKind(let kind): "unknown kind of data '\(kind)'"
    case .unknownDateFormat(let format): "unknown format '\(format)' of a date"
    case .unknownConversion(let conversion):
      "unknown conversion '\(conversion)' in the format of a date"
    }
  }

  private var hint: String? {
    switch self {
    case .missing, .unexpected, .noFilter:
      "a placeholder is <name | filter | …>; write \\< for a < that is text"
    case .noArgument: "write a number, a name, or text in quotes"
    case .noIndex, .notIndex:
      "write [0] for the first item of a list, [\"a b\"] for a member of a map"
    case .unknownEscape: "\\\\ is a backslash; \\n, \\r, \\t, \\\" and \\' are the others"
    case .notNumber: "write text in quotes"
    case .unknownFilter(let name):
      TemplateFunction(rawValue: name).map { "\($0.rawValue) is a function: <\($0.rawValue)()>" }
        ?? Nearest.hint(
          for: name, among: TemplateFilter.allCases.map(\.rawValue), noun: "filters")
    case .unknownFunction(let name):
      TemplateFilter(rawValue: name).map { "\($0.rawValue) is a filter: <name | \($0.rawValue)>" }
        ?? Nearest.hint(
          for: name, among: TemplateFunction.allCases.map(\.rawValue), noun: "functions")
    case .argumentCount(let callee, _): "write \(callee.usage)"
    case .argumentType(_, let parameter):
      parameter.kind == .text ? "or the name of a value, without quotes" : "such as 10, or a name"
    case .unknownKind(let kind):
      Nearest.hint(for: kind, among: FakeData.allCases.map(\.rawValue), noun: "kinds")
    case .unknownDateFormat(let format):
      Nearest.word(to: format, among: DateFormat.words).map { "did you mean '\($0)'?" }
        ?? "write \(DateFormat.words.joined(separator: ", ")), or conversions such as %Y-%m-%d"
    case .unknownConversion: "see apicall-spec(5) for those that there are; %% is a percent sign"
    }
  }

  private static func arguments(_ count: Int) -> String {
    switch count {
    case 0: "no arguments"
    case 1: "1 argument"
    default: "\(count) arguments"
    }
  }
}
