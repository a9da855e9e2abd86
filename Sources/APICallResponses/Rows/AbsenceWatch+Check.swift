package import APICallBase
package import APICallLanguage

extension AbsenceWatch {
  /// Creates a watch of templates that are evaluated once, and have to find what they look up in a
  /// response.
  package convenience init(of templates: [Template], sparing items: String) {
    var references: [Reference] = []
    for template in templates {
      template.visitReferences { reference, _ in
        if reference.name != items { references.append(reference) }
      }
    }
    self.init(references)
  }

  /// Throws a ``Failure`` if a part of a response is missing that nothing stands in for.
  package func check(_ templates: [Template], in scope: Scope) throws(Failure) {
    guard let lack, lack.reference == nil || lack.part.problem.status == .decoding else { return }
    throw Failure(.badInput, [lack.part.problem])
      .withStatusOfResponses(in: templates, scope: scope)
  }
}
