package import JSONText
package import Patterns
package import YAMLTree

/// `test:`: how `apicall test` runs, records and judges the cases of a file or an example.
package struct TestDeclaration: Sendable {
  package var tags: [String] = []
  package var skip: WrittenName?
  /// Whether the printed output must equal a golden file; nil if only an existing one counts.
  package var isGolden: Bool?
  package var exit: Int?
  package var scrub: [ScrubRule] = []
  /// The values of recorded responses that are kept although they look like credentials.
  package var keep: [JSONPath] = []
  package var headers: [String] = []

  package init() {}

  /// The declaration of an example, with what its file declares for all of them.
  ///
  /// Returns lists joined, and the example's own values where it has any.
  package func joined(onto file: TestDeclaration) -> TestDeclaration {
    var joined = self
    joined.tags = file.tags + tags.filter { !file.tags.contains($0) }
    joined.skip = skip ?? file.skip
    joined.isGolden = isGolden ?? file.isGolden
    joined.exit = exit ?? file.exit
    joined.scrub = file.scrub + scrub
    joined.keep = file.keep + keep
    joined.headers = file.headers + headers
    return joined
  }
}

/// A value of an output that differs from run to run: only its kind is compared.
package struct ScrubRule: Sendable {
  /// The kind that such a value must have.
  package enum Kind: Sendable {
    case named(Name)
    case matching(Pattern)
  }

  /// The kinds that have a name.
  package enum Name: String, Sendable, CaseIterable {
    /// A UUID (RFC 9562), in any case.
    case uuid
    /// A date with a time of day (RFC 3339), or seconds or milliseconds since 1970.
    case time
    case date
    case integer
    case number
    case text
    case any
  }

  package var path: JSONPath
  package var written: String
  package var kind: Kind
  package var mark: Mark

  package init(path: JSONPath, written: String, kind: Kind, mark: Mark) {
    self.path = path
    self.written = written
    self.kind = kind
    self.mark = mark
  }
}
