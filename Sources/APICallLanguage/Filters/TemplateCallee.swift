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

  /// The parameter of an argument.
  func parameter(_ index: Int) -> TemplateParameter? {
    if index < parameters.count { return parameters[index] }
    return repeatsLast && index < Self.mostArguments ? parameters.last : nil
  }

  /// The maximum number of arguments if the last parameter may be repeated.
  private static let mostArguments = 16

  /// Whether its last parameter may be repeated.
  private var repeatsLast: Bool {
    switch self {
    case .function(let function): function.repeatsLast
    case .filter(let filter): filter.repeatsLast
    }
  }

  /// The numbers of arguments that it takes.
  var arity: ClosedRange<Int> {
    parameters.count { !$0.isOptional }...(repeatsLast ? Self.mostArguments : parameters.count)
  }

  /// The number of arguments that it takes, in words.
  var arityWords: String {
    let (least, most) = (arity.lowerBound, arity.upperBound)
    switch arity.count {
    case 1: return most == 0 ? "no arguments" : most == 1 ? "1 argument" : "\(most) arguments"
    case 2: return "\(least) or \(most) arguments"
    default: return "\(least) to \(most) arguments"
    }
  }

  /// The callee with its parameters, as written.
  var usage: String {
    let required = parameters.filter { !$0.isOptional }.map(\.name)
    var names = parameters.map(\.name)
    if repeatsLast { names.append("…") }
    let all = "\(name)(\(names.joined(separator: ", ")))"
    guard required.isEmpty, case .filter = self else {
      guard required.count < parameters.count else { return all }
      return "\(name)(\(required.joined(separator: ", "))) or \(all)"
    }
    return parameters.isEmpty ? name : "\(name) or \(all)"
  }
}

extension PlaceholderFault {
  /// An argument does not have the type of its parameter.
  static func argumentType(
    _ callee: TemplateCallee, _ parameter: TemplateParameter
  ) -> PlaceholderFault {
    PlaceholderFault(
      "\(callee.title) takes \(parameter.kind.words) as '\(parameter.name)'",
      hint: parameter.kind.example)
  }
}
