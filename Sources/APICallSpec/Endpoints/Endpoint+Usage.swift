package import YAMLTree

/// Which of the names that a file declares are used.
extension Endpoint {
  /// The names that the call uses, directly or by way of a let or a need that it uses.
  package var usedNames: Set<String> {
    var used = Set(body?.fileNames ?? [])
    if let path { used.formUnion(path.tokens) }
    visitTemplates { template, place in
      if place != .lets, place != .needs { template.addNames(to: &used) }
    }
    // A let uses those above it alone.
    for declaration in lets.reversed() where used.contains(declaration.name) {
      for template in declaration.value.templates { template.addNames(to: &used) }
    }
    for need in needs where used.contains(need.name) {
      for template in need.inputs.flatMap(\.value.templates) { template.addNames(to: &used) }
    }
    return used
  }

  /// The inputs and the lets of the file itself, not of those that it extends, that no call uses.
  package var unusedNames: [(name: String, kind: String, mark: Mark)] {
    let used = usedNames
    return declaredNames.filter { !used.contains($0.name) }
  }

  /// The inputs and the lets that the file itself declares.
  fileprivate var declaredNames: [(name: String, kind: String, mark: Mark)] {
    (inputs.map { ($0.name, "input", $0.mark) } + lets.map { ($0.name, "let", $0.mark) })
      .filter { $0.mark.source === source }
  }
}

extension Script {
  /// The inputs and the lets that no step, no output and no `print` uses.
  package var unusedNames: [(name: String, kind: String, mark: Mark)] {
    var used: Set<String> = []
    for step in steps + onFailure + finally {
      step.visitNames(of: head.source) { used.insert($0.name) }
      used.formUnion(step.verbatimNames)
    }
    for output in outputs {
      for template in output.value.templates { template.addNames(to: &used) }
    }
    if case .value(let value, _) = printing {
      for template in value.templates { template.addNames(to: &used) }
    }
    for declaration in head.lets.reversed() where used.contains(declaration.name) {
      for template in declaration.value.templates { template.addNames(to: &used) }
    }
    return head.declaredNames.filter { !used.contains($0.name) }
  }
}

extension Step {
  /// The names that a body of the script's own takes out of it, beside those in its templates.
  fileprivate var verbatimNames: [String] {
    var names = cleanup?.step.verbatimNames ?? []
    if case .inline(let endpoint) = callee {
      names += endpoint.body?.fileNames ?? []
      names += endpoint.path?.tokens ?? []
      // What the project writes into the call uses them, too.
      names += Array(endpoint.usedNames)
    }
    return names
  }
}

extension Template {
  /// Adds the names that it uses.
  fileprivate func addNames(to names: inout Set<String>) {
    visitReferences { reference, _ in names.insert(reference.name) }
  }
}

extension Endpoint.Parts {
  /// The names of what the project declares for all its files and this one does not use.
  ///
  /// - Parameter needs: the names of the project's needs.
  /// - Returns: the names of needs, of lets and of inputs.
  func idleDefaults(among needs: [WrittenName]) -> Set<String> {
    guard let source = project?.source, project?.defaults != nil else { return [] }
    var declared = needs + inputs.map { WrittenName(text: $0.name, mark: $0.mark) }
    declared += lets.map { WrittenName(text: $0.name, mark: $0.mark) }
    declared.removeAll { $0.mark.source !== source }
    guard !declared.isEmpty else { return [] }
    return Set(declared.map(\.text)).subtracting(Endpoint(self).boundEndpoint.usedNames)
  }

  /// Leaves out lets that the call does not use, and asks for no input that it does not use: one may be
  /// given all the same, as to several files at once.
  mutating func leaveOut(_ idle: Set<String>) {
    guard !idle.isEmpty else { return }
    lets.removeAll { idle.contains($0.name) }
    for index in inputs.indices where idle.contains(inputs[index].name) {
      inputs[index].isRequired = false
    }
  }
}
