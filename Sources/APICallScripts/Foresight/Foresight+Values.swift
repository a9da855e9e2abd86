import APICallBase
import APICallLanguage
import APICallModel
import APICallRequests
import APICallRun
import APICallSafety
import APICallText

/// The check whether values can be used where they would go.
extension Foresight {
  /// The size of the largest let whose value is used, in bytes; a larger one is not known.
  private static let largestLet = 64 << 10

  mutating func bind(_ lets: [WrittenValue], _ names: inout ForeseenNames) {
    for declaration in lets {
      let (name, value) = (declaration.name, declaration.value)
      let secrecy = names.secrecy(of: value.templates)
      names.set(name, secrecy)
      guard names.isKnown(value) else {
        if let sample = names.sample(of: value), sample.value.heldBytes <= Self.largestLet {
          names.set(name, like: sample)
        }
        check(value, names)
        continue
      }
      do throws(TemplateProblem) {
        let binding = try value.binding(in: names.known)
        guard binding.value.map(\.heldBytes) ?? 0 <= Self.largestLet else { continue }
        names.set(name, secrecy, known: binding)
      } catch {
        addProblems(of: value, names)
      }
    }
  }

  /// Adds the problems of a value, except those of dummies for secrets.
  private mutating func addProblems(of value: Payload, _ names: ForeseenNames) {
    let found = value.templates.withoutDummies(in: value.problems(in: names.known))
    if !found.isEmpty { problems.add(Failure(.badInput, found)) }
  }

  mutating func check(_ value: Payload, _ names: ForeseenNames) {
    guard names.isKnown(value) else {
      return checkTypes(in: value.templates, names, needsParts: true)
    }
    addProblems(of: value, names)
  }

  mutating func checkRequester(of endpoint: EndpointSpec) {
    guard isOfRun, resources.requesterName(for: endpoint) != CallResources.usualRequester
    else { return }
    let resources = resources
    problems.add(failureOf: { () throws(Failure) in _ = try CallMaker(endpoint, with: resources) })
  }

  private func guards(_ endpoint: EndpointSpec) -> Bool {
    let destination = resources.destination
    return isOfRun && !destination.allowsWrites && !destination.isLocal
      && resources.registry.isRemote(resources.requesterName(for: endpoint))
  }

  mutating func checkRequest(
    of endpoint: EndpointSpec, _ names: ForeseenNames, by builder: CallBuilder
  ) {
    for path in endpoint.filePaths { noteReading(path, names) }
    let found = endpoint.foreseenProblems(
      in: names, by: builder.director(for: endpoint), mayLackHost: !isOfRun,
      reading: { mayRead($0) }, guards: guards(endpoint))
    for problem in found { problems.add(Failure(.badInput, [problem])) }
  }

  mutating func inputs(
    of head: EndpointSpec, _ given: [WrittenValue], _ names: ForeseenNames, _ chain: CallChain?
  ) -> ForeseenNames {
    let resolver = InputResolver(head, from: builder(after: chain).sources)
    var inner = ForeseenNames(Scope(besides: names.known), store: resources.secrets)
    for input in head.inputs {
      if let value = given.first(where: { $0.name == input.name }) {
        set(input, to: value, names, in: &inner, by: resolver)
      } else if input.variable == nil, let value = input.defaultValue {
        inner.set(input.name, .open, known: Scope.Binding(value, from: input.provenance(.file)))
      } else {
        inner.set(input.name, input.isSecret ? .masked : .open)
        setNotGiven(input, in: &inner, by: resolver)
      }
      inner.set(input.name, of: input.type)
      if let value = given.first(where: { $0.name == input.name }), input.type != .file,
        let sample = names.sample(of: value.value), sample.hasParts,
        let fitting = input.type.value(given: sample.value)
      {
        inner.set(input.name, like: ForeseenNames.Sample(value: fitting, hasParts: true))
      }
    }
    if let source = head.around.source { inner.setOuter(names, of: source) }
    return inner
  }

  private mutating func set(
    _ input: InputDeclaration, to value: WrittenValue, _ names: ForeseenNames,
    in inner: inout ForeseenNames, by resolver: InputResolver
  ) {
    let secrecy = names.secrecy(of: value.value.templates)
    inner.set(input.name, input.isSecret ? secrecy.asMasked : secrecy)
    guard names.isKnown(value.value) else {
      return setSample(input, to: value, names, by: resolver)
    }
    do throws(Failure) {
      let binding: Scope.Binding
      do throws(TemplateProblem) {
        binding = try value.value.binding(in: names.known)
      } catch {
        let found = value.value.templates.withoutDummies(
          in: value.value.problems(in: names.known))
        guard !found.isEmpty else { return }
        throw Failure(.badInput, found)
      }
      let found = try resolver.binding(
        of: input, from: GivenInput(input: value, binding: binding), in: resources.world)
      inner.set(input.name, secrecy, known: found)
    } catch {
      problems.add(error)
    }
  }

  /// Checks a value for an input if only the type of the value is known.
  private mutating func setSample(
    _ input: InputDeclaration, to value: WrittenValue, _ names: ForeseenNames,
    by resolver: InputResolver
  ) {
    guard let sample = names.sample(of: value.value)?.value, !sample.isNull,
      ValueKinds(of: sample).isDisjoint(with: .text),
      input.type.value(given: sample) == nil
    else { return }
    let given = GivenInput(input: value, binding: Scope.Binding(sample))
    let world = resources.world
    problems.add(failureOf: { () throws(Failure) in
      _ = try resolver.binding(of: input, from: given, in: world)
    })
  }

  /// Sets an input that the caller does not give, if its value is known anyway.
  private mutating func setNotGiven(
    _ input: InputDeclaration, in inner: inout ForeseenNames, by resolver: InputResolver
  ) {
    guard isOfRun || input.variable == nil else { return }
    do throws(InputProblem) {
      let found = try resolver.valueNotGiven(of: input, in: resources.world)
      let provenance = input.provenance(found?.1 ?? .file)
      let binding = Scope.Binding(found?.0, from: provenance)
      if found != nil || !input.isRequired {
        inner.set(input.name, provenance.secrecy, known: binding)
      }
    } catch {
      problems.add(Failure(error.status, [error.diagnostic]))
    }
  }

  /// Checks texts if only the types of their values are known.
  mutating func checkTypes(
    in templates: [Template], _ names: ForeseenNames, needsParts: Bool = false
  ) {
    let scope = names.scope
    for template in templates {
      for placeholder in template.placeholders
      where !names.isOpen(placeholder) && !placeholder.computesWithSecret {
        do throws(TemplateProblem) {
          let binding = try placeholder.binding(in: scope)
          // A part of a longer text has to be text.
          if template.sole == nil { _ = try placeholder.text(of: binding, in: scope) }
        } catch  where needsParts || !error.isMissingStep {
          problems.add(Failure(.badInput, [error.diagnostic]))
        } catch {
          // A condition may check whether the part exists.
        }
      }
    }
  }
}
