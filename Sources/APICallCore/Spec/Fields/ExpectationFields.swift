import YAMLTree

/// The fields of `expect:`.
enum ExpectationFields {
  static let all: [Field<StatusExpectation>] = [
    Field(
      "status", "a status, a class such as 2xx, or a list of those",
      .either([.status, .list(of: .status, isNeeded: true)]), "The good statuses."
    ) {
      expectation, entry, reading in
      let nodes = entry.value.items ?? [entry.value]
      var patterns: [StatusExpectation.Pattern] = []
      for node in nodes {
        if let text = node.scalar?.text, let pattern = StatusExpectation.Pattern(text) {
          patterns.append(pattern)
        } else if node.scalar?.kind == .null {
          reading.refuse(entry, takes: "a status")
        } else {
          reading.report(
            "\(node.scalar.map { "'\($0.text)'" } ?? node.typeName) is not an HTTP status",
            at: node.mark, hint: "write 200, a class such as 2xx, or a list: [200, 404]")
        }
      }
      if nodes.isEmpty {
        reading.report("'status' has an empty list", at: entry.value.mark)
      }
      expectation.patterns = patterns
      expectation.mark = entry.value.mark
    }
  ]
}
