package import APICallBase
import APICallModel

/// Which of the found cases are run.
package struct CaseFilter: Sendable {
  /// Texts that names of cases contain, any one of them; empty for all.
  package var texts: [String] = []
  /// Tags that cases have, any one of them; empty for all.
  package var tags: [String] = []
  package var refusedTags: [String] = []
  /// The cases that failed last time; nil for all.
  package var failed: Set<String>?

  package init() {}

  /// Adds tags: `a,b`, or `!a` for cases without the tag.
  ///
  /// Throws a ``Failure`` with exit status 64 for an empty tag.
  package mutating func add(tags text: String) throws(Failure) {
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let isRefused = word.hasPrefix("!")
      let tag = String(isRefused ? word.dropFirst() : word)
      guard !tag.isEmpty else {
        throw Failure(
          .usage, "--tag: '\(text)' has an empty tag",
          hint: "write tags with commas between them: --tag 'smoke,!slow'")
      }
      if isRefused { refusedTags.append(tag) } else { tags.append(tag) }
    }
  }

  package var isEmpty: Bool {
    texts.isEmpty && tags.isEmpty && refusedTags.isEmpty && failed == nil
  }

  package func admits(_ testCase: TestCase) -> Bool {
    let has = Set(testCase.test.tags)
    return (texts.isEmpty || texts.contains { testCase.id.contains($0) })
      && (tags.isEmpty || !has.isDisjoint(with: tags))
      && has.isDisjoint(with: refusedTags)
      && failed?.contains(testCase.id) != false
  }

  /// The failure for the first text that all names lack; nil if each is in a name.
  package func mismatch(among cases: [TestCase]) -> Failure? {
    guard let text = texts.first(where: { text in !cases.contains { $0.id.contains(text) } })
    else { return nil }
    return Failure(
      .usage, "no case has a name that contains '\(text)'",
      hint: Nearest.hint(for: text, among: cases.map(\.name), noun: "cases"))
  }

  /// The failure if no case is left.
  package func emptyFailure(among cases: [TestCase]) -> Failure {
    if let tag = tags.first(where: { tag in !cases.contains { $0.test.tags.contains(tag) } }) {
      let known = Array(Set(cases.flatMap(\.test.tags))).sorted()
      return Failure(
        .usage, "no case has the tag '\(tag)'",
        hint: known.isEmpty
          ? "write tags in the files, as 'test: {tags: [\(tag)]}'"
          : Nearest.hint(for: tag, among: known, noun: "tags"))
    }
    if let failed, !cases.contains(where: { failed.contains($0.id) }) {
      return Failure(
        .usage, "no case failed the last time",
        hint: "leave out --failed to run all, or give --allow-none")
    }
    return Failure(
      .usage, "no case fits all the options", hint: "leave out an option that selects cases")
  }
}
