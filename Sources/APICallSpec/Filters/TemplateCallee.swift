import APICallBase

/// A parameter of a function or a filter.
package struct TemplateParameter: Sendable {
  /// The type of the literal; a name is always allowed.
  package enum Kind: Sendable {
    case text, integer, any
    /// An expression that is evaluated for each item, which is `.` in it.
    case item
    /// A path into each item, such as `.a.b`.
    case itemPath
    /// Such a path that consists of members.
    case memberPath

    /// The type in the words of messages.
    var words: String {
      switch self {
      case .text: "text in quotes"
      case .integer: "a whole number"
      case .any: "a value"
      case .item: "an expression"
      case .itemPath: "the path of a member or an item"
      case .memberPath: "the path of a member"
      }
    }

    /// An argument, for hints.
    var example: String {
      switch self {
      case .text: "or the name of a value, without quotes"
      case .integer, .any: "such as 10, or a name"
      case .item, .itemPath, .memberPath: "such as .id or .owner.login"
      }
    }

    /// Whether `.` is the item in it.
    var takesItem: Bool { self == .item || self == .itemPath || self == .memberPath }
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
    self.takes = takes ?? (kind == .text || kind == .integer ? .plain : .any)
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

  /// The parameter of an argument; nil if there is none.
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
