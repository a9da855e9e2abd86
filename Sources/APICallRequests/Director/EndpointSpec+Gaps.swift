package import APICallLanguage
package import APICallModel

extension EndpointSpec {
  /// The placeholder in a request for what differs from one call to the next.
  ///
  /// It is the last private-use character, which does not occur in text for interchange.
  static let gap = "\u{10FFFD}"

  /// The endpoint with gaps for values that come from the clock, from randomness and from other
  /// calls.
  ///
  /// One of its requests can be compared with another. It is nil if there are no such values. The
  /// host and the method are left unchanged.
  var withGaps: EndpointSpec? {
    var volatile = needs.map(\.name)
    for declaration in lets where declaration.placeholders.contains(where: { $0.isGap(volatile) }) {
      volatile.append(declaration.name)
    }
    var usesVolatile = body?.fileNames.contains { volatile.contains($0) } ?? false
    visitTemplates { template, place in
      guard !usesVolatile, place.isOfRequest else { return }
      usesVolatile = template.placeholders.contains { $0.isGap(volatile) }
    }
    guard usesVolatile else { return nil }
    var parts = replacing({ $0.isGap(volatile) }, by: Self.gap).parts
    if case .file(var file) = parts.body {
      file.volatileNames = volatile
      parts.body = .file(file)
    }
    return EndpointSpec(parts)
  }

  /// The endpoint with some placeholders replaced in what is sent.
  ///
  /// The host and the method are left unchanged.
  package func replacing(_ isMeant: (Placeholder) -> Bool, by text: String) -> EndpointSpec {
    var parts = parts
    func change(_ template: Template) -> Template { template.replacing(isMeant, by: text) }
    parts.path = path.map { PathTemplate(change($0.template)) }
    parts.url = url?.mapTemplates(change)
    parts.query = query.map { $0.mapTemplates(change) }
    parts.headers = headers.map { $0.mapTemplates(change) }
    for index in auth?.options.indices ?? 0..<0 {
      if let value = (auth?.options[index].value).map(change) {
        parts.auth?.options[index].value = value
      }
    }
    parts.body = body?.mapTemplates(change)
    return EndpointSpec(parts)
  }
}

extension Placeholder {
  fileprivate func isGap(_ volatile: [String]) -> Bool {
    isVolatile || firstName(among: volatile) != nil
  }
}

extension Template {
  /// The template with gaps for values of functions and of some names.
  func withGaps(for volatile: [String]) -> Template {
    replacing({ $0.isGap(volatile) }, by: EndpointSpec.gap)
  }

  fileprivate func replacing(_ isMeant: (Placeholder) -> Bool, by text: String) -> Template {
    let parts = parts.map { part in
      if case .placeholder(let placeholder) = part, isMeant(placeholder) { return Part.text(text) }
      return part
    }
    return Template(parts: parts, mark: mark)
  }
}
