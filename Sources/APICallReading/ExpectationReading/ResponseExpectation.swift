import APICallModel
import YAMLTree

extension ExpectationFields {
  /// The fields for a response that is waited for, or retried: all expectations except those of the
  /// exchange as a whole.
  static let response = all.filter {
    !["time", "bytes", "http_version", "url", "redirects"].contains($0.name)
  }
}

extension SpecReading {
  /// Reads one response, or a list of alternatives.
  mutating func responseExpectations(_ entry: Node.Entry) -> [Expectation] {
    guard let items = entry.value.items else {
      return responseExpectation(entry).map { [$0] } ?? []
    }
    if items.isEmpty { report("'\(entry.key)' is an empty list", at: entry.value.mark) }
    return items.compactMap { responseExpectation(entry.holding($0)) }
  }

  mutating func responseExpectation(_ entry: Node.Entry) -> Expectation? {
    let hint = "as in '\(entry.key): {body: {$.status: done}}'"
    guard let entries = entry.value.entries
    else { return reject(entry, takes: "a map of status, headers and body", hint: hint) }
    guard !entries.isEmpty
    else { return reject("'\(entry.key)' is an empty map", at: entry.value.mark, hint: hint) }
    var expectation = Expectation()
    read(entry.value, as: ExpectationFields.response, into: &expectation, named: "'\(entry.key)'")
    return expectation
  }
}
