package import APICallLanguage

extension RowStages {
  /// The hint for a name that `where` or `group` uses, but that only `shape` makes after them.
  ///
  /// Returns the hint; nil if `shape` makes no such member, or uses the same name itself.
  package func hintOfOrder(for reference: Reference) -> String? {
    var name = reference.name
    if names.contains(name) {
      guard case .member(let member)? = reference.steps.first else { return nil }
      name = member
    }
    guard columns?.contains(name) == true,
      !Self.uses(reference, in: shape?.templates ?? [])
    else { return nil }
    var stage: String?
    if case .key(let key) = grouping, Self.uses(reference, in: key.templates) { stage = "group" }
    if Self.uses(reference, in: condition?.templates ?? []) { stage = "where" }
    return stage.map {
      "'\($0)' is applied before 'shape' makes '\(name)'; repeat its expression in '\($0)'"
    }
  }

  private static func uses(_ reference: Reference, in templates: [Template]) -> Bool {
    var isUsed = false
    for template in templates {
      template.visitReferences { used, _ in isUsed = isUsed || used == reference }
    }
    return isUsed
  }
}
