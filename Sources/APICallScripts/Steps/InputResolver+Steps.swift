import APICallBase
import APICallLanguage
import APICallModel
import APICallRequests
import APICallSafety
import APICallText
import Patterns

/// A value that a script gives to an input of the called file.
struct GivenInput {
  let input: WrittenValue
  let binding: Scope.Binding
}

extension InputResolver {
  /// Binds the inputs of a called file: each gets the given value, or else that of its own file.
  ///
  /// Null, or an optional value that is missing, counts as not given; but null of a response stays
  /// null, and so does the value of a step that has left out its only row. Without the value, the
  /// request could reach more than it should: `DELETE /items` in place of `DELETE /items?owner=1`.
  ///
  /// Returns a scope that binds every input; an input is secret if it is declared secret, or made
  /// from a secret. Throws a ``Failure`` with every violation, each at the place where the value is
  /// given; the exit status is 66 if all of them are files that cannot be read, 77 if they are
  /// variables that the file may not read, and 65 otherwise.
  func scope(
    from given: [GivenInput], besides outer: Scope, in world: World
  ) throws(Failure) -> Scope {
    var scope = Scope(besides: outer)
    var problems: [(problem: InputProblem, source: GivenInput?)] = []
    var steps = 2 * Pattern.Limits.steps
    for input in endpoint.inputs {
      let source = given.first { $0.input.name == input.name }
      let isSecret = input.isSecret || source?.binding.isSecret == true
      var declaration = input
      declaration.isSecret = isSecret
      do throws(InputProblem) {
        guard let (value, provenance) = try value(of: declaration, from: source, in: world) else {
          let provenance = declaration.provenance(.file).joined(source?.binding.provenance)
          scope[input.name] = Scope.Binding(nil, from: provenance)
          continue
        }
        if !value.isNull {
          for refusal in declaration.refusals(of: value, steps: &steps) {
            problems.append((.refused(declaration, refusal), source))
          }
        }
        scope[input.name] = Scope.Binding(value, from: provenance)
      } catch {
        problems.append((error, source))
      }
    }
    guard problems.isEmpty else {
      throw Failure(problems, problem: \.problem) { Self.diagnostic($0.problem, at: $0.source) }
        .withOwnStatus
    }
    return scope
  }

  /// Binds one input to a given value.
  ///
  /// Returns the binding; its value is nil if the input is left out. Throws a ``Failure`` with
  /// every violation.
  func binding(
    of input: InputDeclaration, from given: GivenInput, in world: World
  ) throws(Failure) -> Scope.Binding {
    var parts = endpoint.parts
    parts.inputs = [input]
    let resolver = InputResolver(EndpointSpec(parts), from: sources)
    let scope = try resolver.scope(from: [given], besides: Scope(world), in: world)
    return scope[input.name] ?? Scope.Binding(nil)
  }

  private func value(
    of input: InputDeclaration, from given: GivenInput?, in world: World
  ) throws(InputProblem) -> (Value, Provenance)? {
    if let given, let value = given.binding.value, !value.isNull {
      var provenance = given.binding.provenance
      if input.isSecret { provenance.secrecy = provenance.secrecy.asMasked }
      if input.type == .file, case .text(let path) = value {
        return (
          try provenance.isOfUser
            ? file(path, for: input, in: world)
            : confinedFile(path, of: input, at: given.input.mark), provenance
        )
      }
      guard let fitting = input.type.value(given: value) else {
        if case .text(let text) = value { throw .notOfType(input, text) }
        throw .otherType(input, value)
      }
      return (fitting, provenance)
    }
    if let provenance = given?.binding.provenance, provenance.writers.contains(.response),
      given?.binding.value != nil || given?.binding.lacksRow == true, !input.isRequired
    {
      return (.null, provenance)
    }
    if let (value, writers) = try valueNotGiven(of: input, in: world) {
      return (value, input.provenance(writers))
    }
    guard input.isRequired else { return nil }
    throw absence(of: input, isAsked: false, in: world)
  }

  private static func diagnostic(_ problem: InputProblem, at given: GivenInput?) -> Message {
    var diagnostic = problem.diagnostic
    diagnostic.mark = diagnostic.mark ?? given?.input.mark
    // An error in a value from a server is not an error in the file.
    if given?.binding.provenance.writers.contains(.response) == true {
      diagnostic.status = diagnostic.status ?? .decoding
    }
    return diagnostic
  }
}
