import APICallBase

/// A parameter of a function or a filter.
package struct TemplateParameter: Sendable {
  /// The type of the literal; a name is always allowed.
  package enum Kind: Sendable {
    case text, integer, any

    /// The type in the words of messages.
    var words: String {
      switch self {
      case .text: "text in quotes"
      case .integer: "a whole number"
      case .any: "a value"
      }
    }
  }

  /// Why a literal is not valid.
  typealias Check = @Sendable (String) throws(PlaceholderFault) -> Void
  /// Why a literal is not valid on this machine.
  typealias FileCheck = @Sendable (String, any FileSystem) throws(PlaceholderFault) -> Void

  package let name: String
  package let kind: Kind
  /// The types of the values that a name may stand for.
  let takes: ValueKinds
  /// Whether the argument may be left out; optional parameters come last.
  package let isOptional: Bool
  /// Checks a literal before anything is sent; nil if any text is valid.
  let check: Check?
  /// Checks a literal with the machine's files before anything is sent; nil if it needs none.
  let fileCheck: FileCheck?

  init(
    _ name: String, _ kind: Kind, takes: ValueKinds? = nil, isOptional: Bool = false,
    checkingWith check: Check? = nil, checkingIn fileCheck: FileCheck? = nil
  ) {
    self.name = name
    self.kind = kind
    self.takes = takes ?? (kind == .any ? .any : .plain)
    self.isOptional = isOptional
    self.check = check
    self.fileCheck = fileCheck
  }
}

extension TemplateParameter {
  /// A parameter for a whole number.
  static func integer(
    _ name: String, _ range: ClosedRange<Int>? = nil, isOptional: Bool = false
  ) -> TemplateParameter {
    TemplateParameter(
      name, .integer, isOptional: isOptional,
      checkingWith: { (text) throws(PlaceholderFault) in
        guard let range, let number = Int(text), !range.contains(number) else { return }
        throw PlaceholderFault(
          "\(number) is not a number from \(range.lowerBound) to \(range.upperBound)", hint: nil)
      })
  }
}

/// A function or a filter, as messages name it.
package enum TemplateCallee: Sendable {
  case function(TemplateFunction)
  case filter(TemplateFilter)

  var name: String {
    switch self {
    case .function(let function): function.rawValue
    case .filter(let filter): filter.name
    }
  }

  /// The kind of the callee and its name.
  var title: String {
    switch self {
    case .function: "the function '\(name)'"
    case .filter: "the filter '\(name)'"
    }
  }

  package var parameters: [TemplateParameter] {
    switch self {
    case .function(let function): function.parameters
    case .filter(let filter): filter.parameters
    }
  }

  /// The numbers of arguments that it takes.
  var arity: ClosedRange<Int> {
    parameters.count { !$0.isOptional }...parameters.count
  }

  /// The callee with its parameters, as written.
  var usage: String {
    let required = parameters.filter { !$0.isOptional }.map(\.name)
    let all = "\(name)(\(parameters.map(\.name).joined(separator: ", ")))"
    guard required.isEmpty, case .filter = self else {
      guard required.count < parameters.count else { return all }
      return "\(name)(\(required.joined(separator: ", "))) or \(all)"
    }
    return parameters.isEmpty ? name : "\(name) or \(all)"
  }
}

/// Why text that begins like a placeholder cannot be read as one.
package struct PlaceholderFault: Error, Sendable {
  private let words: String
  /// Whether the message ends with the placeholder.
  private let namesPlaceholder: Bool
  let hint: String?

  init(_ words: String, inPlaceholder namesPlaceholder: Bool = false, hint: String?) {
    self.words = words
    self.namesPlaceholder = namesPlaceholder
    self.hint = hint
  }

  /// The message.
  ///
  /// - Parameter placeholder: the text with the fault.
  /// - Returns: the message.
  func message(in placeholder: String) -> String {
    namesPlaceholder ? "\(words) \(placeholder)" : words
  }

  /// The hint for text that is not a valid placeholder.
  static let form = "a placeholder is <name | filter | …>; write \\< for a < that is text"

  /// A bracket or a quote is missing at the end of the line or of the placeholder.
  static func missing(_ character: Character) -> PlaceholderFault {
    let what = ">)]".contains(character) ? "a '\(character)'" : "a quote \(character)"
    return PlaceholderFault(
      "\(what) is missing in the placeholder", inPlaceholder: true, hint: form)
  }

  /// An argument does not have the type of its parameter.
  static func argumentType(
    _ callee: TemplateCallee, _ parameter: TemplateParameter
  ) -> PlaceholderFault {
    PlaceholderFault(
      "\(callee.title) takes \(parameter.kind.words) as '\(parameter.name)'",
      hint: parameter.kind == .text
        ? "or the name of a value, without quotes" : "such as 10, or a name")
  }

  /// The kind of data is not known to `fake`.
  static func unknownKind(_ kind: String) -> PlaceholderFault {
    PlaceholderFault(
      "unknown kind of data '\(kind)'",
      hint: Nearest.hint(for: kind, among: FakeData.allCases.map(\.rawValue), noun: "kinds"))
  }

  /// The conversion, such as `%Q`, is not known to `date`.
  static func unknownConversion(_ conversion: String) -> PlaceholderFault {
    PlaceholderFault(
      "unknown conversion '\(conversion)' in a date format",
      hint: "apicall-spec(5) lists the conversions; %% is a percent sign")
  }
}
