package import APICallBase
package import YAMLTree

/// Reads an endpoint from its source, with every problem there is.
package struct EndpointReader: Sendable {
  /// What `decode:`, `format:`, `requester:` and `auth:` may name.
  package var vocabulary: Vocabulary

  package init(vocabulary: Vocabulary) { self.vocabulary = vocabulary }

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
      reading.read(root, as: EndpointFields.all, into: &endpoint, named: "an endpoint")
      if !endpoint.needDrafts.isEmpty {
        reading.resolve(endpoint.needDrafts, of: &endpoint, in: context)
      }
      reading.readBody(of: &endpoint)
      reading.readGivenInputs(of: &endpoint)
      reading.settleAuth(of: &endpoint, among: vocabulary)
      reading.check(endpoint, vocabulary)
      endpoint.accept = AcceptField.value(for: endpoint.decode?.text, of: vocabulary)
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
    let isUsage = diagnostics.allSatisfy { $0.mark.map { Overrides.isOption($0.source) } ?? false }
    return isUsage ? Failure(.usage, diagnostics) : self
  }
}

extension Diagnostic {
  /// A problem of the YAML reader, as all others are reported.
  init(_ problem: YAMLProblem) {
    self.init(problem.message, at: problem.mark, hint: problem.hint)
    if case .tag(let tag) = problem.kind,
      let near = Nearest.word(to: tag, among: LocalTag.allCases.map(\.rawValue))
    {
      hint = "did you mean '\(near)'?"
    }
    // Other tools write placeholders as {{name}}: to YAML a map whose key is a map.
    if case .complexKey("a map") = problem.kind {
      hint = "a placeholder is <name>; put the key in quotes if it is text"
    }
    if let related = problem.related, let note = problem.relatedNote {
      notes = [Note(note, at: related)]
    }
  }
}

extension SpecReading {
  /// Reads the inputs that the examples give, now that all inputs are known.
  mutating func readGivenInputs(of endpoint: inout Endpoint) {
    for index in endpoint.examples.indices {
      guard let given = endpoint.examples[index].given else { continue }
      guard let entries = given.value.entries else {
        refuse(given, takes: "a map of inputs")
        continue
      }
      var inputs: [String: Value] = [:]
      for entry in entries {
        guard let input = endpoint.input(named: entry.key) else {
          guard knowsInputs else { continue }
          report(
            "no input is named '\(entry.key)'", at: entry.keyMark,
            hint: Nearest.hint(
              for: entry.key, among: endpoint.inputs.map(\.name), noun: "inputs"))
          continue
        }
        inputs[entry.key] = checkedValue(entry, of: input)
      }
      for input in endpoint.inputs where input.isRequired && inputs[input.name] == nil {
        guard !entries.contains(where: { $0.key == input.name }) else { continue }
        report("the example gives no '\(input.name)', which is required", at: given.keyMark)
      }
      endpoint.examples[index].inputs = inputs
    }
  }
}
