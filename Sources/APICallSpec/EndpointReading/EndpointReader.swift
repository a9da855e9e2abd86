package import APICallBase
package import YAMLTree

/// Reads an endpoint from its source, with every problem there is.
package struct EndpointReader: Sendable {
  /// What `decode:`, `format:`, `requester:` and `auth:` may name.
  package var registry: Registry

  package init(registry: Registry) { self.registry = registry }

  /// Reads an endpoint.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - context: what it is read with: its project, and where the files are that it extends.
  /// - Returns: the endpoint, without a single problem.
  /// - Throws: a ``Failure`` with all problems of the file and of those that it extends, in the
  ///   order of the files and their lines.
  package func read(
    _ source: Source, in context: ReadingContext = ReadingContext()
  ) throws(Failure) -> Endpoint {
    try read(YAMLReader.spec.read(source), of: source, in: context)
  }

  /// Reads an endpoint whose YAML is read already: that of a file, or a part of a script.
  ///
  /// - Parameters:
  ///   - yaml: the tree, and what is wrong with it.
  ///   - source: the file.
  ///   - context: what it is read with.
  /// - Returns: the endpoint, without a single problem.
  /// - Throws: a ``Failure`` with all problems.
  func read(
    _ yaml: YAMLReading, of source: Source, in context: ReadingContext
  ) throws(Failure) -> Endpoint {
    var reading = SpecReading(yaml)
    var endpoint = Endpoint(source: source)
    endpoint.around = context.around
    endpoint.project = context.project
    endpoint.profile = context.profile
    endpoint.fileRoot = context.fileRoot
    let tree = yaml.root.map { reading.layered($0, of: source, in: context) }
    endpoint.bases = reading.bases
    if let root = reading.settle(tree) {
      endpoint.fields = root.entries ?? []
      var draft = EndpointDraft(endpoint)
      reading.read(root, as: EndpointFields.all, into: &draft, named: "an endpoint")
      endpoint = draft.endpoint
      reading.resolve(draft.needs, of: &endpoint, in: context)
      reading.readBody(draft.body, of: &endpoint)
      reading.readGivenInputs(of: &endpoint)
      reading.settleAuth(of: &endpoint, among: registry)
      reading.check(endpoint, registry)
      endpoint.accept = registry.accept(for: endpoint.decode?.text)
    } else if yaml.problems.isEmpty {
      reading.report(
        "the file is empty", at: Mark(source: source, start: .init(line: 1, column: 1)),
        hint: "the shortest endpoint is one line: 'host: https://api.example.com'")
    }
    if let failure = reading.failure(.badInput, in: source) { throw failure.ofCommandLine }
    return endpoint
  }
}

extension Failure {
  /// The failure with the status of a wrong command line where nothing but its options is wrong.
  fileprivate var ofCommandLine: Failure {
    let isUsage = diagnostics.allSatisfy { $0.mark.map { $0.source.isOption } ?? false }
    return isUsage ? Failure(.usage, diagnostics) : self
  }
}

extension SpecReading {
  /// Reads what a file needs, with all that it calls.
  ///
  /// - Parameters:
  ///   - drafts: what was read of it.
  ///   - endpoint: the file.
  ///   - context: what it is read with.
  mutating func resolve(
    _ drafts: [NeedDraft], of endpoint: inout Endpoint, in context: ReadingContext
  ) {
    for draft in drafts {
      guard let need = need(draft, of: endpoint, in: context) else {
        // Whatever it would leave is not known to be missing.
        knowsInputs = false
        continue
      }
      endpoint.needs.append(need)
    }
  }

  private mutating func need(
    _ draft: NeedDraft, of endpoint: Endpoint, in context: ReadingContext
  ) -> Need? {
    guard let call = draft.call else {
      report(
        "the need '\(draft.name)' calls nothing", at: draft.mark,
        hint: "add 'call: file.yaml', or the name of an endpoint")
      return nil
    }
    guard let written = text(call), let find = context.finder else { return nil }
    // What is needed is called by itself, whoever calls the file.
    var context = context
    context.around = NamesAround()
    context.step = nil
    context.overrides = Overrides()
    do throws(Failure) {
      guard let callee = try find(written, call.value.mark, context) else { return nil }
      let inputs = stepInputs(
        draft.inputs, for: callee, named: "the need '\(draft.name)'", at: draft.mark)
      return Need(
        name: draft.name, mark: draft.mark, callee: callee, inputs: inputs,
        freshness: draft.freshness)
    } catch {
      for diagnostic in error.diagnostics { report(diagnostic) }
      return nil
    }
  }
}
