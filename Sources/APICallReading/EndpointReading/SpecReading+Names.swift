import APICallBase
import APICallContracts
import APICallLanguage
import APICallModel
import APICallSafety
import YAMLTree

extension SpecReading {
  /// The most unknown names that are reported for one text.
  static let problemLimit = 16

  /// Checks the names in all placeholders, and values that are not allowed in their places.
  mutating func checkPlaceholders(of endpoint: EndpointSpec) {
    checkLetNames(of: endpoint)
    checkNeeds(of: endpoint)
    var known = endpoint.inputs.map(\.name)
    var secrets = endpoint.inputs.filter(\.isSecret).map(\.name)
    secrets.append(SecretName.prefix)
    for (index, declaration) in endpoint.lets.enumerated() {
      let later = endpoint.lets[(index + 1)...].map(\.name)
      for template in declaration.value.templates {
        check(template, in: endpoint, known: known, own: declaration.name, later: later)
      }
      let isSecret = declaration.placeholders.contains {
        $0.firstName(among: secrets) != nil || endpoint.firstSecret(in: $0) != nil
      }
      if isSecret { secrets.append(declaration.name) }
      known.append(declaration.name)
    }
    if let path = endpoint.path {
      check(path.template, in: endpoint, known: known, isPath: true, isStrict: true)
    }
    if let url = endpoint.url { check(url, in: endpoint, known: known) }
    endpoint.visitBoundTemplates { template, place in
      // A secret that is written out was reported already, without its text.
      if place == .auth, endpoint.isWrittenSecret(template) { return }
      check(template, in: endpoint, known: known, isStrict: place != .body && place != .query)
    }
    for template in endpoint.templatesOfExpectations {
      check(template, in: endpoint, known: known)
    }
    for template in endpoint.outputs.flatMap(\.templates) {
      check(template, in: endpoint, known: known)
    }
    if let state = endpoint.state {
      checkState(of: endpoint)
      let names = endpoint.inputs.map(\.name) + endpoint.outputs.map(\.name)
      for template in state.values.flatMap(\.from.templates) {
        check(template, in: endpoint.with { $0.needs = [] }, known: names)
      }
    }
    check(endpoint.rows, in: endpoint, known: known)
    // The host and the method are shown wherever a call is named.
    for template in [endpoint.host, endpoint.url?.origin, endpoint.method].compactMap({ $0 }) {
      for placeholder in template.placeholders {
        guard
          let name = placeholder.firstName(among: secrets) ?? endpoint.firstSecret(in: placeholder)
        else { continue }
        let stored = placeholder.firstStoredSecret
        report(
          "the secret '\(stored ?? name)' cannot be used in a host or a method",
          at: placeholder.mark,
          hint: stored == nil
            ? "both are shown; remove 'secret: true' if it is not a secret"
            : "both are shown; use it in auth, a header field, the query or the body")
      }
    }
  }

  /// Checks the names of needs, and the names in their inputs, where only inputs are allowed.
  private mutating func checkNeeds(of endpoint: EndpointSpec) {
    guard !endpoint.needs.isEmpty else { return }
    let others = endpoint.namedValues
    let bare = endpoint.with { $0.needs = [] }
    let inputs = endpoint.inputs.map(\.name)
    for need in endpoint.needs {
      if let other = others.first(where: { $0.name == need.name }) {
        report(
          "both \(EndpointSpec.one(other.kind)) and a need are named '\(need.name)'", at: need.mark,
          hint: "rename one of them: each name may be used once",
          notes: [Message.Note("the other", at: other.mark)])
      }
      for template in need.inputs.flatMap(\.value.templates) {
        check(template, in: bare, known: inputs)
      }
    }
  }

  private mutating func check(_ url: URLTemplate, in endpoint: EndpointSpec, known: [String]) {
    checkDoubts(of: url.template, in: endpoint, isPath: true)
    switch url.form {
    case .value, .unreadable: check(url.template, in: endpoint, known: known, isStrict: true)
    case .parts(let origin, let path, let query):
      check(origin, in: endpoint, known: known, isStrict: true)
      check(path, in: endpoint, known: known, isPath: true, isStrict: true)
      if let query { check(query, in: endpoint, known: known) }
    }
  }

  mutating func checkHostReference(_ reference: HostReference, of endpoint: EndpointSpec) {
    guard let profile = endpoint.profile else { return }
    guard let host = profile.host(named: reference.name)
    else { return report(reference.unknown(in: endpoint.project, profile)) }
    do { _ = try reference.address(at: host) } catch { report(error) }
  }

  private mutating func checkLetNames(of endpoint: EndpointSpec) {
    for declaration in endpoint.lets {
      guard let input = endpoint.input(named: declaration.name) else { continue }
      report(
        "both an input and a let are named '\(declaration.name)'", at: declaration.mark,
        hint: "rename one of them: each name may be used once",
        notes: [Message.Note("the input", at: input.mark)])
    }
  }

  mutating func check(
    _ template: Template, in endpoint: EndpointSpec, known: [String], row: [String] = [],
    of rows: RowStages? = nil, own: String? = nil, later: [String] = [], isPath: Bool = false,
    isStrict: Bool = false
  ) {
    checkDoubts(of: template, in: endpoint, row: row, isPath: isPath, isStrict: isStrict)
    if let files = endpoint.fileRoot?.files {
      for problem in template.literalProblems(in: files) { report(problem.diagnostic) }
    }
    let around = endpoint.namesAround(template.mark)
    // A value that a step sets over the fields of a file uses the script's names, not those of the
    // file.
    let isOfStep = around.source != nil && template.mark.source !== endpoint.source
    let known = (isOfStep ? [] : known) + row
    let needs = isOfStep ? [] : endpoint.needs
    var told = 0
    for placeholder in template.placeholders {
      guard !isFull else { return }
      if placeholder.keepsSlashes, !isPath {
        report(
          "\(placeholder.text) keeps slashes, which is allowed only in a path",
          at: placeholder.mark,
          hint: "write \(placeholder.text.replacing("<+", with: "<"))")
      }
      placeholder.visitReferences { reference, span in
        if reference.isSecret {
          do throws(TemplateProblem) {
            _ = try reference.secretName(at: span)
          } catch {
            report(error.diagnostic)
          }
          return
        }
        guard knowsInputs, !isFull, !known.contains(reference.name),
          !around.values.contains(reference.name), told < Self.problemLimit
        else { return }
        let record =
          needs.first { $0.name == reference.name }?.record
          ?? around.record(named: reference.name) ?? endpoint.keptRecord(named: reference.name)
        if let record {
          guard let problem = Self.problem(of: reference, at: span, in: record) else { return }
          told += 1
          return report(problem.diagnostic)
        }
        told += 1
        let name = reference.name
        if around.later.contains(name) {
          report(
            "'\(name)' has not been called yet", at: span.mark,
            hint: "a call can use only the calls before it")
        } else if name == own {
          report(
            "the let '\(name)' uses itself", at: span.mark,
            hint: "it can use inputs, and the lets before it")
        } else if later.contains(name) {
          report(
            "'\(name)' is defined after this let, and lets are computed in order",
            at: span.mark, hint: "move '\(name)' up")
        } else if name == RowStages.row {
          report(
            "'\(name)' has no value here", at: span.mark,
            hint: row.isEmpty
              ? "it is the row in 'where', 'group', 'shape' and 'sort'"
              : "the parts of a row have names here: \(row.joined(separator: ", "))")
        } else if Self.reservedNames.contains(name) {
          report(
            "'\(name)' has no value here: the name is reserved for \(Self.purpose(of: name))",
            at: span.mark, hint: Self.way(around: name))
        } else {
          let problem = TemplateProblem.unknownName(
            reference, span, known: known + later + needs.map(\.name) + around.names,
            nouns: Self.nouns(of: endpoint, around))
          var diagnostic = problem.diagnostic
          if let hint = rows?.hintOfOrder(for: reference) { diagnostic.hint = hint }
          report(noting(endpoint, in: diagnostic, of: template))
        }
      }
    }
  }

  private static func problem(
    of reference: Reference, at span: TemplateSpan, in record: ScriptNames.Record
  ) -> TemplateProblem? {
    guard case .member(let name) = reference.steps.first
    else { return .recordAlone(reference, span, known: record.members) }
    guard record.members.contains(name)
    else { return .noMember(reference, span, known: record.members) }
    if record.isLooped, case .member = reference.steps.dropFirst().first {
      return .memberOfIterations(reference, span)
    }
    return nil
  }

  private static func nouns(of endpoint: EndpointSpec, _ around: ScriptNames) -> String {
    if !around.records.isEmpty { return "input, let or step" }
    if !endpoint.needs.isEmpty { return "input, let or need" }
    return endpoint.lets.isEmpty ? "input" : "input or let"
  }

  /// Adds a note that names the endpoint to a problem of a text in the project file.
  func noting(
    _ endpoint: EndpointSpec, in problem: Message, of template: Template
  ) -> Message {
    guard endpoint.isOfProject(template.mark) else { return problem }
    var problem = problem
    let start = Mark(source: endpoint.source, start: Mark.Position(line: 1, column: 1))
    problem.notes.append(Message.Note("in the call of this file", at: start))
    return problem
  }

  private static func purpose(of name: String) -> String {
    switch name {
    case "each", "index": "the iterations of a script's loops"
    case "hosts": "the hosts of a profile"
    case StateDeclaration.name: "the values that 'state' keeps"
    case "request": "the request itself"
    default: "the failure of a step"
    }
  }

  private static func way(around name: String) -> String {
    switch name {
    case "each", "index": "it has one in a step with 'each:'; pass it as an input under 'with:'"
    case "error": "it has one under 'on_failure:'"
    case StateDeclaration.name:
      "add 'state: {NAME: {from: …, first: …}}' to the file; a let of a script cannot use it"
    case "hosts": "it is allowed only at the beginning of a host: 'host: <hosts.auth>'"
    default: "it has no value yet; write \\< for a < that is text"
    }
  }
}

extension EndpointSpec {
  /// The kept values, by the name that placeholders use; nil for another name.
  fileprivate func keptRecord(named name: String) -> ScriptNames.Record? {
    name == StateDeclaration.name ? state?.record : nil
  }

  /// The kind of a value, such as of ``namedValues``, with its article.
  static func one(_ kind: String) -> String { kind == "input" ? "an input" : "a \(kind)" }

  /// Whether a text is a secret option of `auth` that is written out.
  fileprivate func isWrittenSecret(_ template: Template) -> Bool {
    guard template.literal != nil, let auth, let kind = auth.kind else { return false }
    return auth.options.contains { given in
      given.value.mark.start == template.mark.start
        && given.value.mark.source === template.mark.source
        && kind.options.contains { $0.name == given.name && $0.kind == .secret }
    }
  }
}
