import APICallBase
import APICallHTTP
import APICallRun
import APICallSpec
import JSONText
import YAMLTree

/// The check whether values can be used where they would go.
extension Foresight {
  /// Computes the lets whose values are known.
  mutating func compute(_ lets: [WrittenValue], _ names: inout ForeseenNames) {
    for declaration in lets {
      let secrecy = names.secrecy(of: declaration.value.templates)
      names.set(declaration.name, secrecy, known: names.binding(of: declaration.value))
      if let sample = names.sample(of: declaration.value) {
        names.set(declaration.name, like: sample)
      }
      check(declaration.value, names)
    }
  }

  /// Checks a value if its parts are known.
  mutating func check(_ value: Payload, _ names: ForeseenNames) {
    guard names.isKnown(value) else { return }
    report(Failure(.badInput, value.problems(in: names.known)))
  }

  /// Checks a request as far as its values are known.
  mutating func checkRequest(
    of endpoint: Endpoint, _ names: ForeseenNames, by builder: CallBuilder
  ) {
    let problems = endpoint.foreseenProblems(
      in: names, by: builder.director(for: endpoint), mayLackHost: !isOfRun,
      reading: { mayRead($0) })
    for problem in problems { report(Failure(.badInput, [problem])) }
  }

  /// The names of a called file: its inputs.
  mutating func inputs(
    of head: Endpoint, _ given: [WrittenValue], _ names: ForeseenNames, _ chain: CallChain?
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
    }
    if let source = head.around.source { inner.setOuter(names, of: source) }
    return inner
  }

  /// Sets an input to its given value.
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
        throw Failure(.badInput, value.value.problems(in: names.known))
      }
      let found = try resolver.binding(
        of: input, from: GivenInput(input: value, binding: binding), in: resources.world)
      inner.set(input.name, secrecy, known: found)
    } catch {
      report(error)
    }
  }

  /// Checks a value for an input if only the type of the value is known.
  private mutating func setSample(
    _ input: InputDeclaration, to value: WrittenValue, _ names: ForeseenNames,
    by resolver: InputResolver
  ) {
    guard let sample = names.sample(of: value.value), sample.plainText == nil, !sample.isNull,
      input.type.value(given: sample) == nil
    else { return }
    let given = GivenInput(input: value, binding: Scope.Binding(sample))
    let world = resources.world
    report(failureOf: { () throws(Failure) in
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
      report(Failure(error.status, [error.diagnostic]))
    }
  }

  // MARK: Steps

  /// Whether a step is known to run; false if a response decides.
  mutating func mayRun(_ step: Step, of script: Script, _ names: ForeseenNames) -> Bool {
    guard let condition = step.condition else { return true }
    guard condition.templates.allSatisfy({ names.isKnown($0) }) else {
      checkTypes(in: condition.templates, names)
      // What can never work is an error of the file, whenever the step runs.
      return !isOfRun
    }
    do throws(Failure) {
      return try condition.holds(in: names.known, of: script.head)
    } catch {
      report(error)
      return false
    }
  }

  /// Checks texts if only the types of their values are known.
  private mutating func checkTypes(in templates: [Template], _ names: ForeseenNames) {
    let scope = names.scope
    for placeholder in templates.flatMap(\.placeholders) where !names.isOpen(placeholder) {
      do throws(TemplateProblem) {
        _ = try placeholder.binding(in: scope)
      } catch  where !error.isMissingStep {
        report(Failure(.badInput, [error.diagnostic]))
      } catch {
        // A condition may check whether the part exists.
      }
    }
  }

  /// Finds the elements of a loop, as far as they are known, and checks them.
  ///
  /// - Returns: the values of its iterations, each with its number, counted from 0; nil if they are
  ///   not known. Only some, if there are many.
  mutating func elements(of loop: Loop, _ names: ForeseenNames) -> [(index: Int, value: Value)]? {
    do throws(Failure) {
      switch loop.source {
      case .list(let payload):
        guard names.isKnown(payload) else {
          if names.sample(of: payload) != nil { _ = try loop.list(of: payload, in: names.scope) }
          return nil
        }
        let list = try loop.list(of: payload, in: names.known)
        return list?.elements.prefix(Self.mostElements).enumerated().map { ($0, Value($1)) } ?? []
      case .range(let from, let to):
        var ends: [Int] = []
        for end in [from, to] where names.isKnown(end) {
          ends.append(try loop.end(of: end, in: names.known))
        }
        guard ends.count == 2 else { return nil }
        guard ends[0] < ends[1]
        else { return ends[0] == ends[1] ? [(0, .number("\(ends[0])"))] : [] }
        let last = ends[1].subtractingReportingOverflow(ends[0])
        return [
          (0, .number("\(ends[0])")),
          (last.overflow ? Int.max - 1 : last.partialValue, .number("\(ends[1])")),
        ]
      case .csv, .ndjson, .json: return nil
      }
    } catch {
      report(error)
      return nil
    }
  }

  /// Whether a file has to exist by now, because no earlier step may save it.
  private func mayRead(_ path: String) -> Bool {
    guard isOfRun, !savesAnywhere else { return false }
    return !savedNames.contains(FilePath.name(of: path))
  }

  /// Checks the path that a step saves to.
  mutating func checkSaving(
    _ step: Step, in files: StepFiles?, iteration: Int?, _ names: ForeseenNames
  ) {
    guard let files, let template = step.save else { return }
    guard names.isKnown(template) else { return savesAnywhere = true }
    do throws(Failure) {
      let path = try files.path(of: iteration, in: names.known)
      savedNames.insert(FilePath.name(of: path.text))
    } catch {
      report(error)
    }
  }

  /// Checks the condition that ends the polling of a step.
  mutating func checkPolling(of step: Step, in script: Script, _ names: ForeseenNames) {
    guard let poll = step.poll else { return }
    guard poll.templates.allSatisfy({ names.isKnown($0) })
    else { return checkTypes(in: poll.templates, names) }
    let world = resources.world
    report(failureOf: { () throws(Failure) in
      _ = try PollLoop(poll, of: script.head, in: names.known, world: world)
    })
  }

  private mutating func report(failureOf body: () throws(Failure) -> Void) {
    do throws(Failure) { try body() } catch { report(error) }
  }
}
