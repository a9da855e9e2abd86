package import APICallBase

/// Computes the lets of an endpoint, in order, once per call.
package struct LetResolver: Sendable {
  private let lets: [LetDeclaration]

  package init(_ endpoint: Endpoint) { lets = endpoint.lets }

  /// Adds the value of every let to a scope.
  ///
  /// - Parameter scope: binds the inputs.
  /// - Throws: a ``Failure`` with exit status 65 that holds every value that cannot stand where it
  ///   is; nothing is said of lets that need one that failed.
  package func bind(in scope: inout Scope) throws(Failure) {
    guard !lets.isEmpty else { return }
    var problems: [Diagnostic] = []
    var failed: [String] = []
    for declaration in lets {
      if declaration.placeholders.contains(where: { $0.firstName(among: failed) != nil }) {
        failed.append(declaration.name)
        continue
      }
      do {
        scope[declaration.name] = try declaration.value.binding(in: scope)
      } catch {
        failed.append(declaration.name)
        problems += declaration.value.problems(in: scope)
      }
    }
    guard problems.isEmpty else { throw Failure(.badInput, problems.inOrder) }
  }
}

extension Payload {
  /// The value that it makes, which is secret where anything secret went into it.
  ///
  /// - Parameter scope: the names and their values.
  /// - Returns: the value; none where all of it is one unset optional.
  /// - Throws: a ``TemplateProblem`` where a placeholder has no value.
  package func binding(in scope: Scope) throws(TemplateProblem) -> Scope.Binding {
    if case .text(let template) = self {
      if let sole = template.sole { return try sole.binding(in: scope) }
      var provenance = Provenance.file
      let text = try template.render(in: scope, noting: { provenance.join($0) })
      return Scope.Binding(.text(text.revealed), from: provenance)
    }
    var provenance = Provenance.file
    guard let json = try render(in: scope, noting: { provenance.join($0) }) else {
      return Scope.Binding(nil)
    }
    return Scope.Binding(.number(json.revealed), from: provenance)
  }

  /// Every value that cannot stand where it is.
  func problems(in scope: Scope) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    // A let may be octets; a part of a list may not.
    if case .text = self {
      do { _ = try binding(in: scope) } catch { problems.append(error.diagnostic) }
      return problems
    }
    for template in templates {
      do { _ = try Payload.text(template).render(in: scope) } catch {
        problems.append(error.diagnostic)
      }
    }
    return problems
  }
}
