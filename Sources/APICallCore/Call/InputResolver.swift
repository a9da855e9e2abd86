/// Gives every input of an endpoint its value, or says of all that is wrong with them.
package struct InputResolver: Sendable {
  /// An input as the user gave it: `name=value`.
  package struct Assignment: Sendable, Hashable {
    package var name: String
    package var text: String

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }

    /// Reads `name=value`, split at the first `=`; nil where the left side is no name.
    package init?(_ argument: String) {
      guard let equals = argument.firstIndex(of: "=") else { return nil }
      let name = argument[..<equals]
      guard Identifier.isValid(name) else { return nil }
      self.init(name: String(name), text: String(argument[argument.index(after: equals)...]))
    }
  }

  private let endpoint: Endpoint

  package init(_ endpoint: Endpoint) { self.endpoint = endpoint }

  /// Reads the values that were given and fills in the defaults.
  ///
  /// - Parameters:
  ///   - assignments: what the user gave, in order.
  ///   - world: what functions draw from.
  /// - Returns: a scope that binds every input.
  /// - Throws: a ``Failure`` that holds every violation: 64 for names that the file does not
  ///   declare or that stand twice, else 65.
  package func scope(
    from assignments: [Assignment], in world: World
  ) throws(Failure) -> Scope {
    try refuseUnknown(assignments)
    var scope = Scope(world)
    var violations: [Diagnostic] = []
    for input in endpoint.inputs {
      guard let given = assignments.first(where: { $0.name == input.name }) else {
        let profile = endpoint.profileValue(of: input)
        violations += profile.problems
        if let value = profile.value {
          scope[input.name] = Scope.Binding(value, isSecret: input.isSecret)
        }
        if profile.isGiven { continue }
        if input.isRequired { violations.append(missing(input)) }
        scope[input.name] = Scope.Binding(input.defaultValue, isSecret: input.isSecret)
        continue
      }
      guard let value = input.type.value(from: given.text) else {
        let shown = ProtectedText(given.text, isSecret: input.isSecret)
        violations.append(
          Diagnostic("the input '\(input.name)' takes \(input.type.words), not '\(shown)'"))
        continue
      }
      scope[input.name] = Scope.Binding(value, isSecret: input.isSecret)
    }
    guard violations.isEmpty else { throw Failure(.badInput, violations.inOrder) }
    return scope
  }

  /// Binds the values of an example, which were read with the file, and the defaults.
  ///
  /// - Parameters:
  ///   - values: the inputs by name.
  ///   - world: what functions draw from.
  /// - Returns: a scope that binds every input.
  package func scope(from values: [String: Value], in world: World) -> Scope {
    var scope = Scope(world)
    for input in endpoint.inputs {
      scope[input.name] = Scope.Binding(
        values[input.name] ?? input.defaultValue, isSecret: input.isSecret)
    }
    return scope
  }

  private func refuseUnknown(_ assignments: [Assignment]) throws(Failure) {
    let known = endpoint.inputs.map(\.name)
    var problems: [Diagnostic] = []
    var seen: [String] = []
    for assignment in assignments {
      if !known.contains(assignment.name) {
        problems.append(
          Diagnostic(
            "\(endpoint.file) has no input '\(assignment.name)'",
            hint: Nearest.hint(for: assignment.name, among: known, noun: "inputs")))
      } else if seen.contains(assignment.name) {
        problems.append(Diagnostic("the input '\(assignment.name)' is given twice"))
      } else {
        seen.append(assignment.name)
      }
    }
    guard problems.isEmpty else { throw Failure(.usage, problems) }
  }

  private func missing(_ input: InputDeclaration) -> Diagnostic {
    let help = input.help.map { " (\($0))" } ?? ""
    return Diagnostic(
      "the input '\(input.name)' is missing\(help)", hint: "give it as \(input.name)=VALUE")
  }
}
