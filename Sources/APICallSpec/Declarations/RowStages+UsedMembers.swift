import JSONText

extension RowStages {
  /// The members that each value must have, because the stages use them without a default.
  package var usedMembers: [String] {
    var members: [String] = []
    guard let row = rowName(noting: &members) else { return members }
    visitTemplates { template, names in
      guard names.contains(row) else { return }
      template.visitNeeds { reference in
        guard reference.name == row, case .member(let name) = reference.steps.first else { return }
        members.append(name)
      }
    }
    if shape == nil, grouping == nil, sources.isEmpty {
      for case .path(let steps) in sorting.map(\.content) {
        if case .member(let name) = steps.first { members.append(name) }
      }
    }
    return members
  }

  /// The name of the whole value in placeholders; nil if `select` takes only a part of it, whose name
  /// is noted.
  private func rowName(noting members: inout [String]) -> String? {
    guard let source = sources.first else { return Self.row }
    guard case .path(let path) = source.content else { return nil }
    if path.path.isRoot { return source.name }
    if let name = path.path.firstName { members.append(name) }
    return nil
  }

  /// Whether the rows depend on the body of the response.
  ///
  /// If not, a response without a body makes one row.
  package var usesResponse: Bool {
    guard shape != nil, grouping == nil else { return true }
    let areComputed = sources.allSatisfy { if case .path = $0.content { false } else { true } }
    guard areComputed, sources.isEmpty else { return !areComputed }
    var isUsed = false
    for template in templates {
      template.visitReferences { reference, _ in isUsed = isUsed || reference.name == Self.row }
    }
    return isUsed
  }
}
