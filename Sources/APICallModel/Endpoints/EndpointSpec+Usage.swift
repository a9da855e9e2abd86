package import APICallLanguage
package import YAMLTree

/// The names of a file that are used.
extension EndpointSpec {
  /// Whether each row is printed as it arrives: none waits for others, or for a check of the body.
  package var passesRowsOn: Bool {
    rows.grouping == nil && rows.sorting.isEmpty && expectation.markOfBody == nil
  }

  /// The names that the call uses, directly or through a let or a need that it uses.
  package var usedNames: Set<String> { names { _ in true } }

  /// The needed calls whose outputs the request uses, directly or through a let.
  ///
  /// There may be none, such as with `auth: none`.
  package var usedNeeds: Set<String> {
    Set(needs.map(\.name)).intersection(boundEndpoint.names(usedIn: \.isOfRequest))
  }

  /// The inputs that choose the state: each of their values has one of its own.
  ///
  /// Unless the file names them, they are those that the target and the content of the request use,
  /// which choose what the server responds. Secrets and files are never part of them by themselves.
  package var stateInputs: [String] {
    if let per = state?.per { return per.map(\.text) }
    let used = names(usedIn: \.choosesResponse)
    return inputs.filter { used.contains($0.name) && !$0.isSecret && $0.type != .file }.map(\.name)
  }

  /// The references of the target and the content of the request, also those in lets.
  package var stateReferences: [(reference: Reference, span: TemplateSpan)] {
    var found: [(Reference, TemplateSpan)] = []
    let used = lets.isEmpty ? [] : names(usedIn: \.choosesResponse)
    visitTemplates { template, place in
      guard place.choosesResponse else { return }
      template.visitReferences { found.append(($0, $1)) }
    }
    for declaration in lets where used.contains(declaration.name) {
      for template in declaration.value.templates {
        template.visitReferences { found.append(($0, $1)) }
      }
    }
    return found
  }

  private func names(usedIn isMeant: (TemplatePlace) -> Bool) -> Set<String> {
    var used = Set(body?.fileNames ?? [])
    for name in state?.per ?? [] { used.insert(name.text) }
    if let path { used.formUnion(path.tokens) }
    visitTemplates { template, place in
      if place != .lets, place != .needs, isMeant(place) { template.addNames(to: &used) }
    }
    // A let uses only the lets before it.
    for declaration in lets.reversed() where used.contains(declaration.name) {
      for template in declaration.value.templates { template.addNames(to: &used) }
    }
    // A need of the file itself is called even if nothing uses its outputs.
    for need in needs where used.contains(need.name) || need.mark.source !== project?.source {
      for template in need.inputs.flatMap(\.value.templates) { template.addNames(to: &used) }
    }
    return used
  }
}

extension Runnable {
  package var usedNames: Set<String> {
    switch self {
    case .endpoint(let endpoint): endpoint.usedNames
    case .script(let script): script.usedNames
    }
  }

  /// The inputs and lets of the file itself, without those of the files that it extends, that
  /// nothing uses.
  package var unusedNames: [(name: String, kind: String, mark: Mark)] {
    let used = usedNames
    return head.namedValues.filter { name, _, mark in
      mark.source === head.source && !used.contains(name)
    }
  }
}

extension EndpointSpec {
  package var namedValues: [(name: String, kind: String, mark: Mark)] {
    inputs.map { ($0.name, "input", $0.mark) } + lets.map { ($0.name, "let", $0.mark) }
  }
}

extension ScriptSpec {
  package var usedNames: Set<String> {
    var used: Set<String> = []
    visitReferences { used.insert($0.name) }
    for step in allSteps { used.formUnion(step.inlineNames) }
    for name in head.state?.per ?? [] { used.insert(name.text) }
    for declaration in head.lets.reversed() where used.contains(declaration.name) {
      for template in declaration.value.templates { template.addNames(to: &used) }
    }
    return used
  }
}

extension Step {
  /// The names that an endpoint in the script uses, also outside its templates and in the values
  /// that the project adds to it.
  fileprivate var inlineNames: [String] {
    var names = cleanup?.step.inlineNames ?? []
    if case .inline(let endpoint) = callee { names += Array(endpoint.usedNames) }
    return names
  }
}

extension Template {
  fileprivate func addNames(to names: inout Set<String>) {
    visitReferences { reference, _ in names.insert(reference.name) }
  }
}

extension EndpointSpec.Parts {
  /// The names that the project declares for all its files and that this file does not use.
  package func idleDefaults(among needs: [WrittenName]) -> Set<String> {
    guard let source = project?.source, project?.defaults != nil else { return [] }
    var declared = needs + inputs.map { WrittenName(text: $0.name, mark: $0.mark) }
    declared += lets.map { WrittenName(text: $0.name, mark: $0.mark) }
    declared.removeAll { $0.mark.source !== source }
    guard !declared.isEmpty else { return [] }
    return Set(declared.map(\.text)).subtracting(EndpointSpec(self).boundEndpoint.usedNames)
  }

  /// Removes lets that the call does not use, and makes inputs optional that it does not use.
  ///
  /// A value for such an input is still accepted, because several files may share their inputs.
  package mutating func leaveOut(_ idle: Set<String>) {
    guard !idle.isEmpty else { return }
    lets.removeAll { idle.contains($0.name) }
    for index in inputs.indices where idle.contains(inputs[index].name) {
      inputs[index].isRequired = false
    }
  }
}
