import APICallBase

extension Placeholder {
  /// Calls a function.
  func call(
    _ function: TemplateFunction, _ arguments: [Argument], in scope: Scope
  ) throws(TemplateProblem) -> Scope.Binding {
    guard let world = scope.world else { throw .unavailable(.function(function), span) }
    let random = Randomness(world.randomOctets)
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
      guard let argument = arguments.first else {
        throw .unavailable(.function(function), span)
      }
      let binding = try value(of: argument, in: scope)
      guard let text = binding.value?.plainText else {
        throw refused(argument, of: .function(.fake), takes: "text", binding)
      }
      guard let kind = FakeData(rawValue: text) else {
        throw .badArgument(.unknownKind(binding.isSecret ? ProtectedText.mask : text), span)
      }
      return Scope.Binding(kind.make(random), from: binding.provenance)
    }
  }

  private func integer(
    _ argument: Argument, of function: TemplateFunction, in scope: Scope
  ) throws(TemplateProblem) -> (Int, Provenance) {
    let binding = try value(of: argument, in: scope)
    guard let text = binding.value?.plainText, let number = Int(text) else {
      throw refused(argument, of: .function(function), takes: "a whole number", binding)
    }
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

  /// What is to be said of an argument that is of the wrong type, or unset.
  func refused(
    _ argument: Argument, of callee: TemplateCallee, takes: String, _ binding: Scope.Binding
  ) -> TemplateProblem {
    let span = span(argument.range)
    guard let value = binding.value else { return .unset(binding.absentInput ?? text, span) }
    return .notTaken(callee, span, takes: takes, got: value.shown(isSecret: binding.isSecret))
  }
}

extension Value {
  /// The value as a message shows it: in quotes, or its type where it has no form in text.
  func shown(isSecret: Bool) -> ProtectedText {
    guard let text = plainText else { return ProtectedText(typeName) }
    var shown: ProtectedText = "'"
    shown.append(ProtectedText(text, isSecret: isSecret))
    shown.append("'")
    return shown
  }
}
