package import APICallBase
import APICallHTTP

extension TemplateProblem {
  /// The problem in words.
  package var diagnostic: Diagnostic {
    switch self {
    case .unreadable(let fault, let span), .badArgument(let fault, let span):
      fault.diagnostic(at: span)
    case .unknownName(let reference, let span, let known, let nouns):
      Diagnostic(
        "no \(nouns) is named '\(reference.name)'", at: span.mark,
        hint: Self.hint(for: reference, span, among: known, nouns))
    case .doubtful(let text, let noun):
      Diagnostic(
        text.isUnclosed
          ? "'\(text.span.text)' is not closed, and '\(text.name)' is \(noun)"
          : "'\(text.span.text)' is no placeholder, and '\(text.name)' is \(noun)",
        at: text.span.mark,
        hint: text.isUnclosed
          ? "write <\(text.path)>, or \\< for a < that is text"
          : "write <\(text.path)>, or put !raw before the value if all of it is text")
    case .reservedName(let name, let span):
      Diagnostic(
        "'\(name)' has no value here: the name is reserved for \(Self.purpose(of: name))",
        at: span.mark,
        hint: Self.way(around: name))
    case .usesItself(let name, let span):
      Diagnostic(
        "the let '\(name)' uses itself", at: span.mark,
        hint: "it may use inputs, and what stands above it under let:")
    case .usesLater(let name, let span):
      Diagnostic(
        "'\(name)' is not known yet: it stands below, and lets are computed in order",
        at: span.mark, hint: "move '\(name)' up")
    case .plusOutsidePath(let placeholder):
      Diagnostic(
        "\(placeholder.text) keeps slashes, which is of use in a path alone", at: placeholder.mark,
        hint: "write \(placeholder.text.replacing("<+", with: "<"))")
    case .secretShown(let name, let span):
      Diagnostic(
        "the secret '\(name)' cannot stand in a host or a method", at: span.mark,
        hint: "both are shown; remove 'secret: true' if it is none")
    case .storedSecretShown(let name, let span):
      Diagnostic(
        "the secret '\(name)' cannot stand in a host or a method", at: span.mark,
        hint: "both are shown; its place is auth, a header field, the query or the body")
    case .secretUnnamed(let span):
      Diagnostic(
        "'secret' is no value: the name of a stored secret is missing", at: span.mark,
        hint: "write secret.NAME; 'apicall secrets list' shows the names")
    case .secretMisnamed(let name, let span):
      Diagnostic(
        "'\(name)' cannot be the name of a secret", at: span.mark, hint: SecretName.rule)
    case .noSecret(let name, let span, let advice):
      Diagnostic(
        "there is no secret '\(name)'", at: span.mark, hint: "\(advice) stores one",
        status: .noPermission)
    case .secretFailed(let name, let span, let problem):
      Diagnostic(
        "the secret '\(name)' cannot be had: \(problem.message)", at: span.mark,
        hint: problem.hint, status: problem.status)
    case .noStep(let reference, let span, let step, let typeName, let isInAnswer):
      Self.noStep(reference, span, step, typeName, isInAnswer: isInAnswer)
    case .recordAlone(let reference, let span):
      Diagnostic(
        "'\(reference.name)' is a call, not a value", at: span.mark,
        hint: "name one of its values, such as <\(reference.name).status>")
    case .noMember(let reference, let span, let known):
      Diagnostic(
        "'\(reference.name)' has no output '\(reference.steps.first?.text ?? "")'", at: span.mark,
        hint: Nearest.hint(
          for: reference.steps.first?.text ?? "", among: known, noun: "values"))
    case .comesLater(let reference, let span):
      Diagnostic(
        "'\(reference.name)' has not been called here", at: span.mark,
        hint: "a call can use those that stand above it")
    case .unset(let name, let span):
      Diagnostic(
        "the optional input '\(name)' has no value here", at: span.mark,
        hint: "give it, as in \(name)=VALUE, or declare a default:")
    case .notText(let placeholder, let typeName):
      Diagnostic(
        "the value of \(placeholder.text) is \(typeName), which cannot stand inside text",
        at: placeholder.mark, hint: Self.wayIntoText(of: typeName))
    case .notTaken(let callee, let span, let takes, let got):
      Diagnostic("\(callee.title) takes \(takes), not \(got)", at: span.mark)
    case .unavailable(let callee, let span):
      Diagnostic(
        "\(callee.title) cannot be computed on this machine", at: span.mark,
        hint: "OpenSSL's settings may forbid it")
    case .notSegment(let placeholder, let value):
      Diagnostic(
        "the value '\(value)' of \(placeholder.text) cannot stand in a path", at: placeholder.mark,
        hint: placeholder.keepsSlashes
          ? "no part of a path between two slashes may be empty, '.' or '..'"
          : "a part of a path may not be empty, '.' or '..'")
    case .notURL(let placeholder, let value, let problem):
      Self.notURL(placeholder, value, problem)
    case .unreadableFile(let span, let file, let error):
      Diagnostic("cannot read the file '\(file)': \(error.reason)", at: span.mark)
    case .tooMuch(let span):
      Diagnostic(
        "with \(span.placeholder), all values of the call amount to more than "
          + "\(RenderAllowance.limit >> 20) MiB", at: span.mark,
        hint: "a let is counted wherever it is used; large bodies are sent from a file")
    case .notLabel(let placeholder, let value):
      Diagnostic(
        "the value '\(value)' of \(placeholder.text) cannot stand in a host",
        at: placeholder.mark,
        hint: "one part of a host's name is letters, digits and hyphens, 63 at most")
    }
  }

  /// What is wrong with a value that should be all of a URL.
  private static func notURL(
    _ placeholder: Placeholder, _ value: ProtectedText, _ problem: HostProblem?
  ) -> Diagnostic {
    if let problem, !value.holdsSecret {
      return problem.diagnostic(of: value.revealed, at: placeholder.mark)
    }
    return Diagnostic(
      "the value '\(value)' of \(placeholder.text) is not a whole URL", at: placeholder.mark,
      hint: "it begins with http:// or https://, and is percent-encoded already")
  }

  /// The way out for a name that is not known.
  private static func hint(
    for reference: Reference, _ span: TemplateSpan, among known: [String], _ nouns: String
  ) -> String {
    let near = Nearest.word(to: reference.name, among: known)
    if near == nil, reference.steps.isEmpty, !span.text.hasPrefix("<") {
      return "text stands in quotes: \"\(reference.name)\""
    }
    if near == nil, TemplateFunction(rawValue: reference.name) != nil {
      return "a function has parentheses: \(reference.name)()"
    }
    guard !known.isEmpty else {
      return "declare it under inputs:, or write \\< for a < that is text"
    }
    let plural = nouns == "input" ? "inputs" : "names"
    return Nearest.hint(for: reference.name, among: known, noun: plural)
  }

  /// The way out for a reserved name.
  private static func way(around name: String) -> String {
    switch name {
    case "each", "index": "it has one in a step with 'each:'; give it on as an input under 'with:'"
    case "error": "it has one under 'on_failure:'"
    case "hosts": "it begins a host, as in 'host: <hosts.auth>', and stands nowhere else"
    default: "there is no such thing yet; write \\< for a < that is text"
    }
  }

  /// What has a reserved name.
  private static func purpose(of name: String) -> String {
    switch name {
    case "each", "index": "the rounds of a script's loops"
    case "hosts": "the other hosts of a profile"
    case "request": "the request itself"
    default: "what failed in a script"
    }
  }

  private static func wayIntoText(of typeName: String) -> String {
    switch typeName {
    case "octets": "add | hex, | base64 or | base64url"
    case "a list": "add | join(\", \") or | json"
    case "a map": "add | json, or name a member of it"
    case "a file": "file: sends its octets, and | base64 makes text of them"
    case "null": "add | default(\"\") for what stands in its place"
    default: "text, numbers, true and false can"
    }
  }
}

extension TemplateProblem {
  /// What is wrong where a value lacks a part; one that a server sent is a fault of its answer.
  private static func noStep(
    _ reference: Reference, _ span: TemplateSpan, _ step: Int, _ typeName: String,
    isInAnswer: Bool
  ) -> Diagnostic {
    let words =
      "there is no '\(reference.steps[step].text)' in the value of "
      + "'\(reference.text(upTo: step))', which is \(typeName)"
    guard isInAnswer else { return Diagnostic(words, at: span.mark) }
    return Diagnostic(
      words, at: span.mark, hint: "as an output of what is called it may have a 'default'",
      status: .decoding)
  }
}
