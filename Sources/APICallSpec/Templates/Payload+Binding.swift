package import APICallBase

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
  package func problems(in scope: Scope) -> [Diagnostic] {
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
