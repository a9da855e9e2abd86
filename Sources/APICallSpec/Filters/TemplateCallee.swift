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

/// The filters, as they are written.
package enum TemplateFilter: String, Sendable, CaseIterable {
  case base64, base64url, hex, json, urlencode, upper, lower, trim, number, bool, first, last, join
  case sha256
  case hmacSHA256 = "hmac_sha256"
  case date
  case defaultValue = "default"

  /// What it takes beside the value before it.
  package var parameters: [TemplateParameter] {
    switch self {
    case .join: [TemplateParameter("separator", .text)]
    case .hmacSHA256: [TemplateParameter("key", .text)]
    case .date: [TemplateParameter("format", .text)]
    case .defaultValue: [TemplateParameter("value", .any)]
    default: []
    }
  }
}

/// The functions that a placeholder may begin with, as they are written.
package enum TemplateFunction: String, Sendable, CaseIterable {
  case uuid, now, random, fake

  /// What it takes.
  package var parameters: [TemplateParameter] {
    switch self {
    case .uuid, .now: []
    case .random:
      [TemplateParameter("from", .integer), TemplateParameter("to", .integer)]
    case .fake: [TemplateParameter("kind", .text)]
    }
  }
}
