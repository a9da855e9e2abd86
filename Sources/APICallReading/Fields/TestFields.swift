import APICallModel
import APICallText
import JSONText
import Patterns
import YAMLTree

/// The fields of `test`, in the order of apicall-file(5).
enum TestFields {
  static let all: [Field<TestDeclaration>] = [
    Field(
      "tags", "a list of words", .list(of: .text), "Words by which --tag selects the cases."
    ) { $0.tags = $2.tags($1) },
    Field("skip", "text", .text, "Why the cases are not run.") { $0.skip = $2.reason($1) },
    Field(
      "exit", "a number", .number(isWhole: true, 0...125),
      "The exit status that the case must end with."
    ) { $0.exit = $2.count($1, upTo: 125) },
    Field(
      "golden", "true or false", .boolean, "Whether the printed output must equal a golden file."
    ) { $0.isGolden = $2.boolean($1) },
    Field(
      "scrub", "a map from JSONPaths to kinds",
      .map(
        of: .either([
          .words(ScrubRule.Name.allCases.map(\.rawValue)), .table(scrub),
        ]), named: "PATH", keys: .paths),
      "The values of the output that differ from run to run, each with its kind."
    ) { $0.scrub = $2.scrubRules($1) },
    Field(
      "keep", "a list of JSONPaths", .list(of: .textMatching(SchemaPattern.jsonPath)),
      "The values that a recording keeps although they look like credentials."
    ) { $0.keep = $2.keptPaths($1) },
    Field(
      "headers", "a list of names", .list(of: .text),
      "More response header fields to record."
    ) { $0.headers = $2.recordedHeaders($1).map(\.text) },
  ]

  /// The fields of a kind of scrubbed value that has no name.
  static let scrub: [Field<Pattern?>] = [
    Field(
      "matches", "a regular expression", .regularExpression,
      "A regular expression that matches the text."
    ) { $0 = $2.pattern($1) }
  ]
}

extension SpecReading {
  mutating func testDeclaration(_ entry: Node.Entry) -> TestDeclaration {
    var declaration = TestDeclaration()
    read(entry.value, as: TestFields.all, into: &declaration, named: "'test'")
    return declaration
  }

  private mutating func texts(_ entry: Node.Entry) -> [(entry: Node.Entry, text: String)] {
    (someItems(entry) ?? []).compactMap { node in
      let item = entry.holding(node)
      return text(item).map { (item, $0) }
    }
  }

  fileprivate mutating func tags(_ entry: Node.Entry) -> [String] {
    texts(entry).compactMap { item, tag in
      let isTag = !tag.isEmpty && !tag.hasPrefix("!") && !tag.contains { ", \t\n".contains($0) }
      guard !isTag else { return tag }
      return reject(
        "'\(tag)' cannot be a tag", at: item.value.mark,
        hint: "write a word such as 'slow', without spaces, commas or a leading '!'")
    }
  }

  /// Reads why cases are not run; `true` and `false` do not say it.
  fileprivate mutating func reason(_ entry: Node.Entry) -> WrittenName? {
    guard let reason = name(entry) else { return nil }
    guard ["true", "false"].contains(reason.text) else { return reason }
    return reject(
      "'skip' takes the reason, not '\(reason.text)'", at: reason.mark,
      hint: "leave 'skip' out to run the cases, or write why they are not run")
  }

  fileprivate mutating func keptPaths(_ entry: Node.Entry) -> [JSONPath] {
    texts(entry).compactMap { jsonPath($0.text, at: $0.entry.value.mark) }
  }

  mutating func recordedHeaders(_ entry: Node.Entry) -> [WrittenName] {
    texts(entry).compactMap { item, name in
      isHeaderName(name, at: item.value.mark) ? WrittenName(text: name, mark: item.value.mark) : nil
    }
  }

  fileprivate mutating func scrubRules(_ entry: Node.Entry) -> [ScrubRule] {
    let hint = "as in 'scrub: {$.id: uuid}'"
    let entries = entries(
      entry, takes: "a map from JSONPaths to kinds", hint: hint, most: Self.nameLimit)
    return (entries ?? []).compactMap { entry in
      guard let path = jsonPath(entry.key, at: entry.keyMark) else { return nil }
      if entry.value.entries != nil {
        var pattern: Pattern?
        read(entry.value, as: TestFields.scrub, into: &pattern, named: "'\(entry.key)'")
        return pattern.map {
          ScrubRule(path: path, written: entry.key, kind: .matching($0), mark: entry.keyMark)
        }
      }
      let words = ScrubRule.Name.allCases.map(\.rawValue)
      let kind = word(entry, of: ScrubRule.Name.self, "kinds") {
        "'\($0)' is not a kind of value: write \(WordList.alternatives(words)), or a map with "
          + "'matches'"
      }
      return kind.map {
        ScrubRule(path: path, written: entry.key, kind: .named($0), mark: entry.keyMark)
      }
    }
  }
}
