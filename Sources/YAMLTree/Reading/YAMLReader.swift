/// Reads YAML 1.2 into a tree whose nodes know their places.
///
/// ```swift
/// let reading = YAMLReader().read(Source(name: "login.yaml", text: "method: POST"))
/// reading.root?["method"]?.scalar?.text  // "POST"
/// ```
///
/// A file is one document in UTF-8. Unknown tags, merge keys, repeated keys and keys that are not
/// text are problems, never guesses. If the text is not YAML, reading ends; the problem suggests a
/// corrected line if libyaml can read it.
package struct YAMLReader: Sendable {
  /// The limits of a file.
  package var limits: YAMLLimits
  /// The tags that nodes may have, such as `!raw`; every other one is a problem.
  package var tags: [String]

  package init(limits: YAMLLimits = .standard, tags: [String] = []) {
    self.limits = limits
    self.tags = tags
  }

  package func read(_ source: Source) -> YAMLReading {
    guard !source.bytes.isEmpty else { return YAMLReading(root: nil) }
    let events: YAMLEventStream
    do throws(YAMLProblem) {
      try TextCheck.check(source, limits: limits)
      events = try YAMLEventStream(source)
    } catch {
      return YAMLReading(root: nil, problems: [error])
    }
    var builder = TreeBuilder(events, source, limits: limits, tags: tags)
    do throws(YAMLProblem) {
      let root = try builder.readDocument()
      return YAMLReading(
        root: builder.suspicions.spoilsTree ? nil : root,
        problems: builder.suspicions.found + builder.problems)
    } catch {
      let suspicions = builder.suspicions
      let ending = suspicions.hidesBracket ? [] : [LineRepair.repaired(error)]
      return YAMLReading(root: nil, problems: suspicions.found + builder.problems + ending)
    }
  }
}

/// The result of reading a YAML file: a tree, problems, or both.
///
/// Problems that allow reading to continue are collected while the tree is built. If a value could
/// not be determined, an empty value has the problem's own mark, so that a reader of the tree can
/// leave out complaints about the same place.
package struct YAMLReading: Sendable {
  /// The document's value; nil if the file has nothing but comments or could not be read to its
  /// end.
  package var root: Node?
  package var problems: [YAMLProblem]

  package init(root: Node?, problems: [YAMLProblem] = []) {
    self.root = root
    self.problems = problems
  }
}
