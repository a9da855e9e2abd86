import APICallLanguage
import JSONText
package import YAMLTree

/// A member that each value must have, because a file uses it without a default.
package struct UsedMember: Sendable {
  package var name: String
  /// Where the file uses it; nil if that is not known.
  package var mark: Mark?
}

extension RowStages {
  /// The members that each value must have, because the stages use them without a default.
  package var usedMembers: [UsedMember] {
    var members: [UsedMember] = []
    guard let row = rowName(noting: &members) else { return members }
    visitTemplates { template, names in
      if grouping != nil, !areNamed, names == [Self.group] {
        template.visitMembersOfItems { list, member in
          if list.name == Self.group, list.steps == [.member("items")] {
            members.append(UsedMember(name: member, mark: template.mark))
          }
        }
      }
      guard names.contains(row) else { return }
      template.visitNeeds { reference in
        guard reference.name == row, case .member(let name) = reference.steps.first else { return }
        members.append(UsedMember(name: name, mark: template.mark))
      }
    }
    if shape == nil, grouping == nil, sources.isEmpty {
      for key in sorting {
        guard case .path(let steps) = key.content, case .member(let name) = steps.first
        else { continue }
        members.append(UsedMember(name: name, mark: key.name.mark))
      }
    }
    return members
  }

  /// The name of the whole value in placeholders; nil if `select` takes only a part of it, whose name
  /// is noted.
  private func rowName(noting members: inout [UsedMember]) -> String? {
    guard let source = sources.first else { return Self.row }
    guard case .path(let path) = source.content else { return nil }
    if path.path.isRoot { return source.name }
    if path.defaultValue == nil, let name = path.path.firstName {
      members.append(UsedMember(name: name, mark: source.mark))
    }
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
