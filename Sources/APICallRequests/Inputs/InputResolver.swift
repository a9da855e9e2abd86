package import APICallBase
package import APICallLanguage
package import APICallModel
package import APICallSafety
package import APICallText
import Patterns
import YAMLTree

/// Assigns every input of an endpoint its value, or reports all errors in the values.
///
/// The value comes from the command line, otherwise from the environment, the profile, the default,
/// or the answer to a question, in this order.
package struct InputResolver: Sendable {
  package let endpoint: EndpointSpec
  package let sources: InputSources

  package init(_ endpoint: EndpointSpec, from sources: InputSources = InputSources()) {
    self.endpoint = endpoint
    self.sources = sources
  }

  /// Questions are asked only after all other values are valid.
  ///
  /// Returns a scope that binds every input. Throws a ``Failure`` that lists every error: 64 for
  /// names that the file does not declare or that are given twice, 66 if only files cannot be read,
  /// 77 if only permission to read variables is missing, otherwise 65.
  package func scope(
    from assignments: [Assignment], in world: World
  ) throws(Failure) -> Scope {
    try refuseMisuse(of: assignments)
    var scope = Scope(world)
    var problems: [InputProblem] = []
    var asked: [InputDeclaration] = []
    var steps = 2 * Pattern.Limits.steps
    for input in endpoint.inputs {
      let given = assignments.filter { $0.name == input.name }
      do {
        let found: (Value, Provenance.Writers)? =
          try given.isEmpty
          ? valueNotGiven(of: input, in: world) : (value(of: input, given: given, in: world), .user)
        guard let (value, writers) = found else {
          if input.isRequired, input.prompt != nil { asked.append(input) }
          scope[input.name] = Scope.Binding(nil, from: input.provenance(.file))
          continue
        }
        problems += input.refusals(of: value, steps: &steps).map { .refused(input, $0) }
        scope[input.name] = Scope.Binding(value, from: input.provenance(writers))
      } catch {
        problems.append(error)
      }
    }
    if problems.isEmpty, !asked.isEmpty {
      problems = try ask(for: asked, binding: &scope, in: world)
    }
    guard problems.isEmpty else { throw Failure(problems) }
    return scope
  }

  /// Binds the values of an example, which were read with the file, and the defaults.
  package func scope(
    from values: [String: Value], in world: World,
    allowance: RenderAllowance = RenderAllowance()
  ) -> Scope {
    var scope = Scope(world, allowance: allowance)
    for input in endpoint.inputs {
      scope[input.name] = Scope.Binding(
        values[input.name] ?? input.defaultValue, from: input.provenance(.file))
    }
    return scope
  }

  /// The value of an input's environment variable, and its writers; nil if it is not set, or the
  /// file may not read it.
  package func valueOfVariable(
    of input: InputDeclaration, in world: World
  ) throws(InputProblem) -> (Value, Provenance.Writers)? {
    guard let text = textOfVariable(of: input, in: world) else { return nil }
    // Bytes that are not UTF-8 have become this character.
    if let name = input.variable?.text, text.unicodeScalars.contains("\u{FFFD}") {
      throw .notText(input, "$\(name)")
    }
    let isAllowed = input.variable.map(isAllowed) ?? false
    if !isAllowed { world.trail.noteVariable() }
    return (
      try value(of: input, from: text, in: world), isAllowed ? .allowedVariable : .environment
    )
  }

  /// The text of an input's environment variable; nil if it is not set, or the file may not read it.
  package func textOfVariable(of input: InputDeclaration, in world: World) -> String? {
    guard let text = text(of: input.variable, in: world) else { return nil }
    return mayRead(input.variable, in: world) ? text : nil
  }

  /// The value of an input that was not given, and its writers.
  ///
  /// It is nil if the input may be left out, or has to be asked for.
  package func valueNotGiven(
    of input: InputDeclaration, in world: World
  ) throws(InputProblem) -> (Value, Provenance.Writers)? {
    if let found = try valueOfVariable(of: input, in: world) { return found }
    if let profile = sources.profileInputs.last(where: { $0.name == input.name }) {
      return (try value(of: input, from: profile), .profile)
    }
    if let value = input.defaultValue { return (value, .file) }
    guard input.isRequired else { return nil }
    if input.isSecret, let text = world.caller.dummy(ofSecret: input.name) {
      return (try value(of: input, from: text, in: world), .user)
    }
    guard input.prompt == nil else { return nil }
    throw absence(of: input, isAsked: false, in: world)
  }

  /// Warnings of inputs that have another value, because the file may not read the variable that
  /// has theirs.
  package func warningsOfUnreadVariables(
    besides given: [Assignment], in world: World
  ) -> [Message] {
    endpoint.inputs.compactMap { input in
      let isOfProfile = sources.profileInputs.contains { $0.name == input.name }
      guard let variable = input.variable, text(of: variable, in: world) != nil,
        isOfProfile || input.defaultValue != nil || !input.isRequired,
        !given.contains(where: { $0.name == input.name }),
        let distrust = distrust(for: variable, in: world)
      else { return nil }
      let hint = distrust.hint("lets files below that folder read variables")
      return Message(
        "the file may not read the variable \(variable.text), so '\(input.name)' has "
          + (isOfProfile
            ? "that of the profile" : input.defaultValue == nil ? "no value" : "its default"),
        at: input.mark,
        hint: "\(hint), '--allow-env \(variable.text)' allows this one"
      ).reported(as: .warning)
    }
  }

  package func absence(of input: InputDeclaration, isAsked: Bool, in world: World) -> InputProblem {
    let distrust = distrust(for: input.variable, in: world)
    if let distrust, text(of: input.variable, in: world) != nil { return .unread(input, distrust) }
    return .missing(input, isAsked: isAsked, distrust)
  }

  /// The value of an environment variable; nil if it is empty.
  private func text(of variable: WrittenName?, in world: World) -> String? {
    guard let variable, let text = world.caller.variable(variable.text) else { return nil }
    return text.isEmpty ? nil : text
  }

  /// Whether a file may read a variable: the user allowed that, or trusts its folder.
  private func mayRead(_ variable: WrittenName?, in world: World) -> Bool {
    variable != nil && distrust(for: variable, in: world) == nil
  }

  /// Why a variable may not be read; nil if it may be.
  private func distrust(for variable: WrittenName?, in world: World) -> Distrust? {
    guard let variable, !isAllowed(variable) else { return nil }
    let chain = RequestRule.trustOfAll.holds ? sources.chain : nil
    return endpoint.distrust(asking: variable.mark.source, after: chain, in: world)
  }

  private func isAllowed(_ variable: WrittenName) -> Bool {
    sources.allowedVariables.contains(variable.text)
  }

  private func refuseMisuse(of assignments: [Assignment]) throws(Failure) {
    var problems: [Message] = []
    var seen: [String] = []
    var reader: String?
    for assignment in assignments {
      guard let input = endpoint.input(named: assignment.name) else {
        var problem = Message(
          "\(endpoint.file) has no input '\(assignment.name)'",
          hint: Nearest.hint(
            for: assignment.name, among: endpoint.inputs.map(\.name), noun: "inputs"))
        problem.input = assignment.name
        problems.append(problem)
        continue
      }
      if input.type != .array, seen.contains(input.name) {
        var problem = Message("the input '\(input.name)' is given twice")
        problem.input = input.name
        problems.append(problem)
      }
      seen.append(input.name)
      guard assignment.text == "-", assignment.form == .file || input.type == .file,
        assignment.form != .json
      else { continue }
      if let reader {
        problems.append(
          Message(
            "'\(reader)' and '\(input.name)' both take standard input, which can be read only once",
            hint: "save one of them to a file"))
      }
      reader = input.name
    }
    guard problems.isEmpty else { throw Failure(.usage, problems) }
  }
}
