import APICallBase
import APICallSafety
import APICallText
import JSONText

extension Evaluation {
  func call(
    _ function: TemplateFunction, _ arguments: [Expression], at range: Range<Int>
  ) throws(TemplateProblem) -> Operand {
    try spend(function.steps)
    switch function {
    case .choose: return try choice(arguments, at: range)
    case .attempt: return try attempt(arguments, at: range)
    case .concat: return Operand(try text(of: arguments, at: range))
    case .range: return Operand(try numbers(between: arguments, at: range))
    case .list: return Operand(try list(of: arguments, at: range))
    case .uuid: return Operand(Scope.Binding(.text(try randomness(function, at: range).uuid())))
    case .fake: return Operand(try fake(arguments, try randomness(function, at: range), at: range))
    case .random:
      let random = try randomness(function, at: range)
      let (from, to, provenance) = try ends(of: arguments, function, at: range)
      return Operand(
        Scope.Binding(.number(String(random.number(in: from...to))), from: provenance))
    case .now:
      guard scope.world != nil else { throw .unavailable(function, span(range)) }
      return Operand(Scope.Binding(.text(scope.now.iso8601Milliseconds)))
    }
  }

  private func randomness(
    _ function: TemplateFunction, at range: Range<Int>
  ) throws(TemplateProblem) -> Randomness {
    guard let world = scope.world else { throw .unavailable(function, span(range)) }
    return Randomness(world.randomBytes)
  }

  /// `if(condition, value, other)`: only the chosen value is computed.
  private func choice(
    _ arguments: [Expression], at range: Range<Int>
  ) throws(TemplateProblem) -> Operand {
    guard arguments.count == 3 else { throw .unavailable(TemplateFunction.choose, span(range)) }
    let condition = try value(of: arguments[0]).binding
    let isTrue = try truth(of: condition, arguments[0], by: "the function 'if'")
    var chosen = try value(of: arguments[isTrue ? 1 : 2])
    chosen.binding.provenance.join(condition.provenance)
    return chosen
  }

  /// `try(value, other)`: the other value if the first one cannot be computed.
  ///
  /// What the first one would have been made of decides, so the result has its provenance, too.
  private func attempt(
    _ arguments: [Expression], at range: Range<Int>
  ) throws(TemplateProblem) -> Operand {
    guard arguments.count == 2 else { throw .unavailable(TemplateFunction.attempt, span(range)) }
    do throws(TemplateProblem) {
      return try value(replacing: arguments[0])
    } catch {
      // A secret that is not available, a signal, or the time is not a matter of values.
      guard error.diagnostic.status != .noPermission, error.diagnostic.status != .interrupted,
        watch?.problem == nil
      else { throw error }
      var other = try value(of: arguments[1])
      other.binding.provenance.join(provenance(ofNamesIn: arguments[0]))
      return other
    }
  }

  private func provenance(ofNamesIn expression: Expression) -> Provenance {
    var provenance = items.last?.provenance ?? .file
    expression.visitReferences { reference, _ in
      let whole = Reference(name: reference.name, steps: Array(reference.steps.prefix(1)))
      for name in [reference, whole, Reference(name: reference.name, steps: [])] {
        let binding = try? scope.binding(of: name, at: placeholder.span)
        if let binding { provenance.join(binding.provenanceOfWhole) }
      }
    }
    return provenance
  }

  /// `concat(part, …)`: texts, numbers, true and false, joined.
  private func text(
    of arguments: [Expression], at range: Range<Int>
  ) throws(TemplateProblem) -> Scope.Binding {
    var text = BuiltText()
    var provenance = Provenance.file
    for argument in arguments {
      let part = try value(of: argument).binding
      try spend(on: part.value)
      provenance.join(part.provenance)
      guard let plain = part.value?.plainText
      else { throw refused(argument, of: TemplateFunction.concat, takes: "text and numbers", part) }
      do throws(FilterRefusal) { try text.append(Array(plain.utf8)[...]) } catch {
        throw .tooMuch(span(range))
      }
    }
    return Scope.Binding(text.value, from: provenance)
  }

  /// Whether a condition holds; a missing value and null are false.
  func truth(
    of binding: Scope.Binding, _ expression: Expression, by callee: String
  ) throws(TemplateProblem) -> Bool {
    guard let value = binding.value, !value.isNull else { return false }
    if case .json(let json) = value, let boolean = json.boolean { return boolean }
    let name = text(expression.range)
    let hint =
      switch value {
      // `a and list | any(.on)` filters all of it.
      case .json(let json) where json.kind == .array:
        "write (\(name) | any(…)), in parentheses, for one of its items"
      default: "compare it, as in \(name) == …"
      }
    throw TemplateProblem(
      "\(callee) takes true or false, not \(value.described(from: binding.provenance))",
      at: span(expression.range).mark, hint: hint)
  }

  /// `range(from, to)`: the whole numbers from the first up to and without the second.
  private func numbers(
    between arguments: [Expression], at range: Range<Int>
  ) throws(TemplateProblem) -> Scope.Binding {
    guard arguments.count == 2 else { throw .unavailable(TemplateFunction.range, span(range)) }
    let (from, first) = try integer(arguments[0], of: .range)
    let (to, last) = try integer(arguments[1], of: .range)
    let (count, overflow) = to.subtractingReportingOverflow(from)
    guard from >= to || !overflow && count <= BuiltList.mostItems else {
      throw TemplateProblem(
        "the result of the function 'range' would exceed \(BuiltList.mostItemsInWords)",
        at: span(range).mark)
    }
    var list = BuiltList()
    do throws(FilterRefusal) {
      for number in from..<max(from, to) { try list.append(json: String(number).utf8) }
      return Scope.Binding(try list.value(), from: first.joined(last))
    } catch {
      throw .tooMuch(span(range))
    }
  }

  /// `list(item, …)`: a missing item is null.
  private func list(
    of arguments: [Expression], at range: Range<Int>
  ) throws(TemplateProblem) -> Scope.Binding {
    var list = BuiltList()
    var provenance = Provenance(.file, .open)
    for argument in arguments {
      let item = try value(of: argument).binding
      try spend(on: item.value)
      provenance.join(item.provenance)
      guard let json = (item.value ?? .null).json else {
        throw refused(
          argument, of: TemplateFunction.list, takes: "values that JSON can write", item)
      }
      do throws(FilterRefusal) { try list.append(json) } catch { throw .tooMuch(span(range)) }
    }
    let value = try rethrowing(list.value()) { (_: FilterRefusal) in
      TemplateProblem(
        "the result of the function 'list' would exceed 512 levels", at: span(range).mark)
    }
    return Scope.Binding(value, from: provenance)
  }

  private func ends(
    of arguments: [Expression], _ function: TemplateFunction, at range: Range<Int>
  ) throws(TemplateProblem) -> (Int, Int, Provenance) {
    guard arguments.count == 2 else { throw .unavailable(function, span(range)) }
    let (from, first) = try integer(arguments[0], of: function)
    let (to, last) = try integer(arguments[1], of: function)
    let provenance = first.joined(last)
    guard from <= to else {
      throw .notTaken(
        function, span(range), takes: "the smaller number first",
        got: ProtectedText("\(from), \(to)", provenance.secrecy))
    }
    return (from, to, provenance)
  }

  private func fake(
    _ arguments: [Expression], _ random: Randomness, at range: Range<Int>
  ) throws(TemplateProblem) -> Scope.Binding {
    guard let argument = arguments.first else {
      throw .unavailable(TemplateFunction.fake, span(range))
    }
    let binding = try value(of: argument).binding
    guard let text = binding.value?.plainText
    else { throw refused(argument, of: TemplateFunction.fake, takes: "text", binding) }
    guard let kind = FakeData(rawValue: text) else {
      throw TemplateProblem(
        .unknownKind(binding.isSecret ? ProtectedText.mask : text), at: span(range))
    }
    return Scope.Binding(kind.make(random), from: binding.provenance)
  }

  private func integer(
    _ argument: Expression, of function: TemplateFunction
  ) throws(TemplateProblem) -> (Int, Provenance) {
    let binding = try value(of: argument).binding
    guard let text = binding.value?.plainText, let number = Int(text)
    else { throw refused(argument, of: function, takes: "a whole number", binding) }
    return (number, binding.provenance)
  }

  func refused(
    _ argument: Expression, of callee: any TemplateCallee, takes: String, _ binding: Scope.Binding
  ) -> TemplateProblem {
    let span = span(argument.range)
    guard let value = binding.value else { return .absent(binding, span.text, span) }
    return .notTaken(callee, span, takes: takes, got: value.shown(from: binding.provenance))
  }
}
