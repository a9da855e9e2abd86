import APICallText

/// A function or a filter, as messages name it.
protocol TemplateCallee {
  var name: String { get }
  var title: String { get }
  var parameters: [TemplateParameter] { get }
  var repeatsLast: Bool { get }
}

/// The maximum number of arguments if the last parameter may be repeated.
private let mostArguments = 16

extension TemplateCallee {
  func parameter(_ index: Int) -> TemplateParameter? {
    if index < parameters.count { return parameters[index] }
    return repeatsLast && index < mostArguments ? parameters.last : nil
  }

  var arity: ClosedRange<Int> {
    parameters.count { !$0.isOptional }...(repeatsLast ? mostArguments : parameters.count)
  }

  var arityWords: String {
    let (least, most) = (arity.lowerBound, arity.upperBound)
    switch arity.count {
    case 1: return most == 0 ? "no arguments" : most.counted("argument")
    case 2: return "\(least) or \(most) arguments"
    default: return "\(least) to \(most) arguments"
    }
  }

  var usage: String {
    let required = parameters.filter { !$0.isOptional }.map(\.name)
    var names = parameters.map(\.name)
    if repeatsLast { names.append("…") }
    let all = "\(name)(\(names.joined(separator: ", ")))"
    guard required.isEmpty, self is TemplateFilter else {
      guard required.count < parameters.count else { return all }
      return "\(name)(\(required.joined(separator: ", "))) or \(all)"
    }
    return parameters.isEmpty ? name : "\(name) or \(all)"
  }
}

extension PlaceholderFault {
  static func argumentType(
    _ callee: any TemplateCallee, _ parameter: TemplateParameter
  ) -> PlaceholderFault {
    PlaceholderFault(
      "\(callee.title) takes \(parameter.kind.words) as '\(parameter.name)'",
      hint: parameter.kind.example)
  }
}
