/// What a function or a filter takes at one place between its parentheses.
package struct TemplateParameter: Sendable {
  /// What may be written there; a name may, whatever the type.
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

  package let name: String
  package let kind: Kind

  init(_ name: String, _ kind: Kind) {
    self.name = name
    self.kind = kind
  }
}

/// A function or a filter, as messages name it.
package enum TemplateCallee: Sendable {
  case function(TemplateFunction)
  case filter(TemplateFilter)

  var name: String {
    switch self {
    case .function(let function): function.rawValue
    case .filter(let filter): filter.rawValue
    }
  }

  /// What it is, and its name.
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

  /// How it is written.
  var usage: String {
    let names = parameters.map(\.name).joined(separator: ", ")
    if case .filter = self, parameters.isEmpty { return name }
    return "\(name)(\(names))"
  }
}
