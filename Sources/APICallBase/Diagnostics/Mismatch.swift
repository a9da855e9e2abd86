package import JSONText

/// A part of an answer that is not as it is expected, as data: in the envelope and in events.
package struct Mismatch: Sendable {
  /// The most octets of a value that are told.
  package static let longestValue = 1000

  /// What was looked at: `$.token`, `header Content-Type`, `body`, `time`.
  package var subject: String
  /// The matcher that it does not pass.
  package var matcher: String
  /// What is expected, as JSON; nil where that is no value, or a long one.
  package var expected: [UInt8]?
  /// What there is, as JSON; nil where there is nothing, or it is long.
  package var actual: [UInt8]?
  /// The type of what there is, as `type` names it, or `missing`.
  package var actualType: String
  /// Where two lists or maps differ: the first places.
  package var differences: [Difference] = []
  /// In how many places they differ.
  package var differenceCount = 0
  /// Which value of a stream it is, counted from 1; nil where the answer is one value.
  package var value: Int?

  /// One place in which two values differ.
  package struct Difference: Sendable {
    package var path: String
    /// JSON; nil where nothing is expected there.
    package var expected: [UInt8]?
    /// JSON; nil where there is nothing.
    package var actual: [UInt8]?

    package init(path: String, expected: [UInt8]?, actual: [UInt8]?) {
      self.path = path
      self.expected = expected
      self.actual = actual
    }
  }

  package init(
    subject: String, matcher: String, expected: [UInt8]? = nil, actual: [UInt8]? = nil,
    actualType: String, differences: [Difference] = [], differenceCount: Int = 0,
    value: Int? = nil
  ) {
    self.subject = subject
    self.matcher = matcher
    self.expected = expected
    self.actual = actual
    self.actualType = actualType
    self.differences = differences
    self.differenceCount = differenceCount
    self.value = value
  }

  /// The mismatch with the secrets in it masked, in paths as well as in values.
  func masked(by redactor: Redactor) -> Mismatch {
    var mismatch = self
    mismatch.subject = redactor.masking(subject)
    mismatch.expected = expected.map { redactor.masking(json: $0) }
    mismatch.actual = actual.map { redactor.masking(json: $0) }
    mismatch.differences = differences.map { difference in
      Difference(
        path: redactor.masking(difference.path),
        expected: difference.expected.map { redactor.masking(json: $0) },
        actual: difference.actual.map { redactor.masking(json: $0) })
    }
    return mismatch
  }

  /// The mismatch as JSON.
  package var json: BuiltJSON {
    func value(_ octets: [UInt8]?) -> BuiltJSON { octets.map { .json($0) } ?? .null }
    return .map([
      ("subject", .text(subject)), ("matcher", .text(matcher)), ("expected", value(expected)),
      ("actual", value(actual)), ("actual_type", .text(actualType)),
      (
        "differences",
        .list(
          differences.map { difference in
            // What is null here is not the same as what is not there.
            var members: [(key: String, value: BuiltJSON)] = [("path", .text(difference.path))]
            if let expected = difference.expected { members.append(("expected", .json(expected))) }
            if let actual = difference.actual { members.append(("actual", .json(actual))) }
            return .map(members)
          })
      ),
      ("difference_count", BuiltJSON(differenceCount)), ("value", BuiltJSON(self.value)),
    ])
  }
}
