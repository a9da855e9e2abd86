package import APICallBase
import APICallHTTP
import APICallLanguage
package import APICallModel
package import YAMLTree

/// Reads an endpoint from its source and reports all its problems.
package struct EndpointReader: Sendable {
  /// The names that `decode:`, `format:`, `requester:` and `auth:` may contain.
  package var registry: Registry

  package init(registry: Registry) { self.registry = registry }

  /// Reads an endpoint.
  ///
  /// Returns the endpoint, which has no problems. Throws a ``Failure`` with all problems of the
  /// file and of those that it extends, in the order of the files and their lines.
  package func read(
    _ source: Source, in context: ReadingContext = ReadingContext()
  ) throws(Failure) -> EndpointSpec {
    try read(YAMLReader.spec.read(source), of: source, in: context)
  }

  /// Reads an endpoint from YAML: the tree of a file, of a part of a script, or one that a program
  /// has made.
  package func read(
    _ yaml: YAMLReading, of source: Source, in context: ReadingContext
  ) throws(Failure) -> EndpointSpec {
    var reading = SpecReading(yaml)
    var draft = EndpointDraft(endpoint: EndpointSpec.Parts(source: source))
    draft.endpoint.around = context.around
    draft.endpoint.project = context.project
    draft.endpoint.profile = context.profile
    draft.endpoint.fileRoot = context.fileRoot
    let tree = yaml.root.map { reading.layered($0, of: source, in: context) }
    draft.endpoint.bases = reading.bases
    var endpoint = EndpointSpec(source: source)
    if let root = reading.settle(tree), let text = root.scalar?.text,
      let hint = FieldHabits.hint(forFile: text)
    {
      reading.report("this is not a file of apicall", at: root.mark, hint: hint)
    } else if let root = reading.settle(tree) {
      draft.endpoint.fields = root.entries ?? []
      reading.read(root, as: EndpointFields.all, into: &draft, named: "an endpoint")
      endpoint = reading.endpoint(of: draft, in: context, among: registry)
      reading.check(endpoint, registry)
    } else if yaml.problems.isEmpty {
      reading.report(
        "the file is empty", at: Mark(source: source, start: .init(line: 1, column: 1)),
        hint: "the shortest endpoint is one line: 'host: https://api.example.com'")
    }
    if let failure = reading.failure(.badInput, in: source) { throw failure.ofCommandLine }
    return try endpoint.confiningFiles()
  }
}

extension Failure {
  /// The failure with the status of an invalid command line, if only options are wrong.
  fileprivate var ofCommandLine: Failure {
    let isUsage = diagnostics.allSatisfy { $0.mark.map { $0.source.isOption } ?? false }
    return isUsage ? Failure(.usage, diagnostics) : self
  }
}

extension SpecReading {
  fileprivate mutating func endpoint(
    of draft: EndpointDraft, in context: ReadingContext, among registry: Registry
  ) -> EndpointSpec {
    var parts = draft.endpoint
    parts.body = body(draft.body, knowing: names(of: draft))
    parts.addSince(draft.since)
    // A call that is not used is not made, and its inputs are not requested.
    let needs = draft.needs.map { WrittenName(text: $0.name, mark: $0.mark) }
    let idle = parts.idleDefaults(among: needs)
    for draft in draft.needs where !idle.contains(draft.name) {
      if let need = need(draft, in: context) {
        parts.needs.append(need)
      } else {
        // Its outputs are not known, so no name is reported as missing.
        knowsInputs = false
      }
    }
    if !idle.isEmpty { parts.leaveOut(parts.idleDefaults(among: [])) }
    readGivenInputs(of: &parts)
    parts.accept = registry.accept(for: parts.decode?.text)
    let endpoint = EndpointSpec(parts)
    guard parts.auth != nil else { return endpoint }
    let auth = settledAuth(of: endpoint, among: registry)
    return endpoint.with { $0.auth = auth }
  }

  private func names(of draft: EndpointDraft) -> [String] {
    let parts = draft.endpoint
    var names = parts.inputs.map(\.name) + parts.lets.map(\.name) + draft.needs.map(\.name)
    // A call that is written in a script uses the script's names.
    if parts.around.source === parts.source { names += parts.around.names }
    return names
  }

  private mutating func need(_ draft: NeedDraft, in context: ReadingContext) -> Need? {
    guard let call = draft.call else {
      return reject(
        "the need '\(draft.name)' has no 'call'", at: draft.mark,
        hint: "add 'call: file.yaml', or 'call:' with the name of an endpoint")
    }
    guard let written = text(call), let find = context.finder else { return nil }
    // The needed call runs on its own, outside the script that calls the file.
    var context = context
    context.around = ScriptNames()
    context.step = nil
    context.overrides = Overrides()
    do throws(Failure) {
      guard let callee = try find(written, call.value.mark, context) else { return nil }
      var need = Need(name: draft.name, mark: draft.mark, callee: callee)
      need.inputs = stepInputs(
        draft.inputs, for: callee, named: "the need '\(draft.name)'", at: draft.mark)
      need.freshness = draft.freshness
      need.renewal = draft.renewal
      return need
    } catch {
      for diagnostic in error.diagnostics { report(diagnostic) }
      return nil
    }
  }

  /// Checks what involves several fields: names across the file, paths, methods, plugins.
  mutating func check(_ endpoint: EndpointSpec, _ registry: Registry) {
    checkPlaceholders(of: endpoint)
    checkTarget(of: endpoint)
    checkHost(of: endpoint)
    checkPath(of: endpoint)
    checkMethod(of: endpoint)
    checkHeaders(of: endpoint)
    checkRetry(of: endpoint)
    checkRedirects(of: endpoint)
    checkPagination(of: endpoint)
    if let mark = endpoint.expectation.stop, endpoint.stop?.hasValue != true, !isPartial {
      report(
        "'expect.stop' has no effect without a value in 'stop'", at: mark,
        hint: "add one, as in 'stop: {$.event: done}'")
    }
    checkStores(of: endpoint)
    check(endpoint.decode, of: .decoder, registry)
    // `since` names the lines of its items itself.
    if endpoint.field("format") != nil { check(endpoint.format, of: .formatter, registry) }
    check(endpoint.requester, of: .requester, registry)
  }

  private mutating func checkHost(of endpoint: EndpointSpec) {
    if let reference = endpoint.hostReference { return checkHostReference(reference, of: endpoint) }
    if let host = endpoint.host { checkAddress(host) }
  }

  private mutating func checkPath(of endpoint: EndpointSpec) {
    guard let path = endpoint.path else { return }
    let mark = path.template.mark
    for case .text(let text) in path.pieces {
      guard let stop = text.firstIndex(where: { $0 == "?" || $0 == "#" }) else { continue }
      report(
        "a path cannot contain '\(text[stop])'", at: mark,
        hint: text[stop] == "?"
          ? "write the query under query:, one item per line; %3F is a ? in a path"
          : "a fragment is never sent; %23 is a # in a path")
      break
    }
    if let literal = path.template.literal, let segment = PathSyntax.dotSegment(in: literal) {
      report(
        "a path cannot contain the segment '\(segment)'", at: mark,
        hint: "servers remove such segments; write the path without them")
    }
    let items = endpoint.query.map(\.name)
    for token in path.tokens {
      let isInput = endpoint.input(named: token) != nil
      if isInput, items.contains(token) {
        report(
          "both an input and a query item are named '\(token)'", at: mark,
          hint: "only one of them can fill {\(token)}; rename the other")
      } else if let item = endpoint.query.first(where: { $0.name == token }), item.values.count > 1
      {
        report(
          "the query item '\(token)' has several values, but fills {\(token)}", at: item.mark,
          hint: "a token takes one value; rename the item or the token")
      } else if !isInput, !items.contains(token), knowsInputs {
        report(
          "nothing fills {\(token)}: no input or query item has that name", at: mark,
          hint: Nearest.hint(
            for: token, among: endpoint.inputs.map(\.name) + items,
            noun: "inputs and query items"))
      }
    }
  }

  private mutating func checkMethod(of endpoint: EndpointSpec) {
    guard let method = endpoint.method, let literal = method.literal else { return }
    if !HeaderSyntax.isName(literal) {
      report(
        "'\(literal)' is not a method", at: method.mark, hint: "a method is one word, such as GET")
    } else if literal != literal.uppercased() {
      report(
        "the method '\(literal)' is not in capitals", at: method.mark,
        hint: "methods are case-sensitive: write \(literal.uppercased())")
    }
  }
}
