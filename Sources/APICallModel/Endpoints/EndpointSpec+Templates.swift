package import APICallLanguage
import APICallSafety
package import YAMLTree

/// The place of a template in an endpoint.
package enum TemplatePlace: Sendable, Hashable {
  case host, method, url, path, query, headers, body, auth
  case lets, expectation, outputs, needs, rows, state

  package var isOfRequest: Bool {
    switch self {
    case .host, .method, .url, .path, .query, .headers, .body, .auth: true
    case .lets, .expectation, .outputs, .needs, .rows, .state: false
    }
  }

  /// Whether it is part of the target or the content of the request, by which a server knows what is
  /// asked for.
  package var choosesResponse: Bool { [.url, .path, .query, .body].contains(self) }
}

extension EndpointSpec {
  /// Visits every template of the endpoint, in the order of the field table.
  ///
  /// All code that looks for used names relies on this: a field with placeholders that is missing
  /// here is missing everywhere.
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
    for template in templatesOfExpectations { visit(template, .expectation) }
    for output in outputs { for template in output.templates { visit(template, .outputs) } }
    for template in rows.templates { visit(template, .rows) }
    for template in state?.templates ?? [] { visit(template, .state) }
    for need in needs {
      for input in need.inputs { for template in input.value.templates { visit(template, .needs) } }
    }
  }

  /// The templates of `expect`, and of the responses that are a cause for a retry.
  package var templatesOfExpectations: [Template] {
    expectation.templates + (retry?.responses.flatMap(\.templates) ?? [])
  }

  /// The first reference in the request that has a property, in the order of the field table.
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

  /// Whether a call may need a stored secret; most calls do not, and skip all work for secrets.
  package var usesSecrets: Bool {
    // The content of a file is known only when it is read.
    if body?.fileNames.contains(SecretName.prefix) == true { return true }
    var found = false
    visitTemplates { template, place in
      // The inputs of a needed call are looked up for that call.
      guard !found, place != .needs else { return }
      template.visitReferences { reference, span in
        if reference.isSecret, (try? reference.secretName(at: span)) != nil { found = true }
      }
    }
    return found
  }

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

  /// The names of secret inputs, the prefix of stored secrets, and the names of lets made from any
  /// of them.
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
