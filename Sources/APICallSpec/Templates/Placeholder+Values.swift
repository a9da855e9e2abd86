import APICallBase
import Patterns

extension Placeholder {
  /// Calls a function.
  func call(
    _ function: TemplateFunction, _ arguments: [Argument], in scope: Scope
  ) throws(TemplateProblem) -> Scope.Binding {
    guard let world = scope.world else { throw .unavailable(.function(function), span) }
    let random = Randomness(world.randomBytes)
    switch function {
    case .uuid: return Scope.Binding(.text(random.uuid()))
    case .now: return Scope.Binding(.text(scope.now.iso8601Milliseconds))
    case .random:
      guard arguments.count == 2 else { throw .unavailable(.function(function), span) }
      let (from, first) = try integer(arguments[0], of: function, in: scope)
      let (to, last) = try integer(arguments[1], of: function, in: scope)
      let provenance = first.joined(last)
      guard from <= to else {
        throw .notTaken(
          .function(.random), span, takes: "the smaller number first",
          got: ProtectedText("\(from), \(to)", provenance.secrecy))
      }
      let number = String(random.number(in: from...to))
      return Scope.Binding(.number(number), from: provenance)
    case .fake:
      guard let argument = arguments.first else { throw .unavailable(.function(function), span) }
      let binding = try value(of: argument, in: scope)
      guard let text = binding.value?.plainText
      else { throw refused(argument, of: .function(.fake), takes: "text", binding) }
      guard let kind = FakeData(rawValue: text) else {
        throw TemplateProblem(.unknownKind(binding.isSecret ? ProtectedText.mask : text), at: span)
      }
      return Scope.Binding(kind.make(random), from: binding.provenance)
    }
  }

  private func integer(
    _ argument: Argument, of function: TemplateFunction, in scope: Scope
  ) throws(TemplateProblem) -> (Int, Provenance) {
    let binding = try value(of: argument, in: scope)
    guard let text = binding.value?.plainText, let number = Int(text)
    else { throw refused(argument, of: .function(function), takes: "a whole number", binding) }
    return (number, binding.provenance)
  }

  /// The value of an argument.
  func value(of argument: Argument, in scope: Scope) throws(TemplateProblem) -> Scope.Binding {
    switch argument.content {
    case .number(let number): return Scope.Binding(.number(number))
    case .text(let text): return Scope.Binding(.text(text))
    case .reference(let reference):
      return try scope.binding(of: reference, at: span(argument.range))
    }
  }

  /// The problem of an argument that has the wrong type, or is unset.
  func refused(
    _ argument: Argument, of callee: TemplateCallee, takes: String, _ binding: Scope.Binding
  ) -> TemplateProblem {
    let span = span(argument.range)
    guard let value = binding.value else { return .unset(binding.absentInput ?? text, span) }
    return .notTaken(callee, span, takes: takes, got: value.shown(from: binding.provenance))
  }
}

extension Value {
  /// The value as a message shows it: in quotes, or its type if it has no text form or is only a
  /// sample of its type.
  func shown(from provenance: Provenance) -> ProtectedText {
    guard let text = plainText, !provenance.writers.contains(.sample)
    else { return ProtectedText(typeName) }
    var shown: ProtectedText = "'"
    shown.append(ProtectedText(text, isSecret: provenance.secrecy.isMasked))
    shown.append("'")
    return shown
  }
}

extension Placeholder {
  /// Applies a filter.
  ///
  /// An unset optional stays unset until `default` supplies a value.
  func apply(
    _ use: FilterUse, to input: Scope.Binding, in scope: Scope
  ) throws(TemplateProblem) -> Scope.Binding {
    var arguments: [Scope.Binding] = []
    for argument in use.arguments { arguments.append(try value(of: argument, in: scope)) }
    var provenance = arguments.reduce(input.provenance) { $0.joined($1.provenance) }
    // The result of a filter that reads a file has the provenance of the file's content.
    for value in [input.value] + arguments.map(\.value) {
      if case .file(let file) = value, let saved = scope.world?.provenance(ofFile: file.path) {
        provenance.join(saved)
      }
    }
    if use.filter.replacesMissing, input.value?.isNull ?? true {
      var binding = arguments.first ?? input
      binding.provenance = provenance
      return binding
    }
    guard let value = input.value else {
      var binding = input
      binding.provenance = provenance
      return binding
    }
    var values: [Value] = []
    for (index, argument) in arguments.enumerated() {
      guard let value = argument.value else {
        throw .unset(argument.absentInput ?? text, span(use.arguments[index].range))
      }
      values.append(value)
    }
    do {
      let call = FilterCall(value: value, arguments: values, scope: scope)
      return Scope.Binding(try use.filter.result(call), from: provenance)
    } catch {
      throw problem(error, of: use, input, arguments, provenance)
    }
  }

  /// The problem of a filter without a result.
  ///
  /// - Parameters:
  ///   - refusal: why it has none.
  ///   - use: the filter.
  ///   - input: the filtered value.
  ///   - arguments: the values between its parentheses.
  ///   - provenance: the provenance of the result.
  /// - Returns: the problem, at the filter.
  private func problem(
    _ refusal: FilterRefusal, of use: FilterUse, _ input: Scope.Binding,
    _ arguments: [Scope.Binding], _ provenance: Provenance
  ) -> TemplateProblem {
    let callee = TemplateCallee.filter(use.filter)
    switch refusal {
    case .takes(let words, let got, let hint):
      let met = got.map { ProtectedText($0) } ?? input.value?.shown(from: input.provenance)
      return .notTaken(callee, span(use.range), takes: words, got: met ?? "nothing", hint: hint)
    case .takesArgument(let words, let index):
      guard index < use.arguments.count else { return .unavailable(callee, span) }
      return refused(use.arguments[index], of: callee, takes: words, arguments[index])
    case .badArgument(let fault, let words, let index):
      let span = span(index.map { use.arguments[$0].range } ?? use.range)
      let argument = index.map { arguments[$0] } ?? arguments.first
      if let argument, let value = argument.value, argument.isSecret {
        let shown = value.shown(from: argument.provenance)
        return .notTaken(callee, span, takes: words, got: shown)
      }
      return TemplateProblem(fault, at: span)
    case .unreadable(let file, let error):
      let name = ProtectedText(file.path, provenance.secrecy)
      return TemplateProblem(
        "cannot read the file '\(name)': \(error.reason)", at: span(use.range).mark)
    case .exceeds(let words):
      return TemplateProblem(
        "the result of \(callee.title) would exceed \(words)", at: span(use.range).mark)
    case .pattern(let limit):
      let words = "the pattern of \(callee.title) cannot be applied: it \(limit.reason)"
      return TemplateProblem(words, at: span(use.range).mark)
    case .tooMuch: return .tooMuch(span)
    case .unavailable: return .unavailable(callee, span(use.range))
    }
  }
}
