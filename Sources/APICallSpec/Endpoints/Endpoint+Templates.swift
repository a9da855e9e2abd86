import APICallBase
package import YAMLTree

/// Where a template stands in an endpoint.
package enum TemplatePlace: Sendable, Hashable {
  case host, method, url, path, query, headers, body, auth
  case lets, expectation, needs

  /// Whether what the template gives is sent.
  package var isOfRequest: Bool {
    switch self {
    case .host, .method, .url, .path, .query, .headers, .body, .auth: true
    case .lets, .expectation, .needs: false
    }
  }
}

extension Endpoint {
  /// Visits every template of the endpoint, in the order of the field table.
  ///
  /// Whatever asks what an endpoint uses asks here: a field with placeholders that is not visited
  /// would be overlooked by all of them at once.
  ///
  /// - Parameter visit: gets each template, with the place it stands in.
  package func visitTemplates(_ visit: (Template, TemplatePlace) -> Void) {
    if let host { visit(host, .host) }
    if let method { visit(method, .method) }
    if let url { visit(url.template, .url) }
    if let path { visit(path.template, .path) }
    for item in query { for template in item.values { visit(template, .query) } }
    for item in headers { for template in item.values { visit(template, .headers) } }
    for template in body?.templates ?? [] { visit(template, .body) }
    for option in auth?.options ?? [] { visit(option.value, .auth) }
    for declaration in lets {
      for template in declaration.value.templates { visit(template, .lets) }
    }
    for template in expectation.templates { visit(template, .expectation) }
    for need in needs {
      for input in need.inputs { for template in input.value.templates { visit(template, .needs) } }
    }
  }

  /// The first reference in what is sent that has some property, in the order of the field table.
  ///
  /// - Parameter isMeant: tells whether a reference has it.
  /// - Returns: the reference as written, and its place; nil if none has it.
  package func firstReference(
    where isMeant: (Reference, TemplateSpan) -> Bool
  ) -> (name: String, mark: Mark)? {
    var found: (name: String, mark: Mark)?
    visitTemplates { template, place in
      guard found == nil, place.isOfRequest else { return }
      template.visitReferences { reference, span in
        guard found == nil, isMeant(reference, span) else { return }
        found = (reference.text(upTo: reference.steps.count), span.mark)
      }
    }
    return found
  }
}

extension Endpoint {
  /// Whether a call may need a stored secret: most do not, and go without all that secrets take.
  package var usesSecrets: Bool {
    // What a file holds is known when it is read.
    if body?.fileNames.contains(SecretName.prefix) == true { return true }
    var found = false
    visitTemplates { template, place in
      // What is given to a call that is needed is looked up for that call.
      guard !found, place != .needs else { return }
      template.visitReferences { reference, span in
        if reference.isSecret, (try? reference.secretName(at: span)) != nil { found = true }
      }
    }
    return found
  }

  /// Whether a call may need one of some stored secrets.
  package func usesSecrets(among names: [String]) -> Bool {
    guard !names.isEmpty, usesSecrets else { return false }
    var found = body?.fileNames.contains(SecretName.prefix) == true
    visitTemplates { template, _ in
      template.visitReferences { reference, span in
        guard reference.isSecret, let name = try? reference.secretName(at: span) else { return }
        if names.contains(name) { found = true }
      }
    }
    return found
  }

  /// The names of secret inputs, what stored secrets begin with, and the names of lets that are made
  /// of any of them.
  package var secretNames: [String] {
    var names = inputs.filter(\.isSecret).map(\.name)
    names.append(SecretName.prefix)
    for declaration in lets
    where declaration.placeholders.contains(where: { $0.firstName(among: names) != nil }) {
      names.append(declaration.name)
    }
    return names
  }
}
