/// The filters, by their names in placeholders.
package enum TemplateFilter: String, Sendable, CaseIterable {
  case base64, base64url, hex, json, urlencode, upper, lower, trim, number, bool, first, last, join
  case sha256
  case hmacSHA256 = "hmac_sha256"
  case date
  case defaultValue = "default"

  /// Its parameters, without the filtered value.
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

/// The functions, by their names in placeholders.
package enum TemplateFunction: String, Sendable, CaseIterable {
  case uuid, now, random, fake

  /// Its parameters.
  package var parameters: [TemplateParameter] {
    switch self {
    case .uuid, .now: []
    case .random:
      [TemplateParameter("from", .integer), TemplateParameter("to", .integer)]
    case .fake: [TemplateParameter("kind", .text)]
    }
  }
}
