import APICallSafety
package import JSONText

/// A part of a response that fails an expectation, as data for the envelope and for events.
package struct Mismatch: Sendable {
  /// The maximum length of a reported value in bytes.
  package static let longestValue = 1000

  /// The tested part: `$.token`, `header Content-Type`, `body`, `time`.
  package var subject: String
  package var matcher: String
  /// The expected value as JSON; nil if it is not a value, or is too long.
  package var expected: [UInt8]?
  /// The actual value as JSON; nil without one, or it is too long.
  package var actual: [UInt8]?
  /// The type of the actual value, as `type` names it, or `missing`.
  package var actualType: String
  /// The first differences between two lists or maps.
  package var differences: [Difference] = []
  package var differenceCount = 0
  /// The number of the value in a stream, counted from 1; nil if the response is a single value.
  package var value: Int?

  /// A difference between two values.
  package struct Difference: Sendable {
    package var path: String
    /// The expected JSON; nil if nothing is expected there.
    package var expected: [UInt8]?
    /// The actual JSON; nil if there is nothing.
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

  package var json: BuiltJSON {
    func value(_ bytes: [UInt8]?) -> BuiltJSON { bytes.map { .line($0) } ?? .null }
    return .map([
      ("subject", .text(subject)), ("matcher", .text(matcher)), ("expected", value(expected)),
      ("actual", value(actual)), ("actual_type", .text(actualType)),
      (
        "differences",
        .list(
          differences.map { difference in
            // A null value is not the same as a missing one.
            var members: [(key: String, value: BuiltJSON)] = [("path", .text(difference.path))]
            if let expected = difference.expected { members.append(("expected", .line(expected))) }
            if let actual = difference.actual { members.append(("actual", .line(actual))) }
            return .map(members)
          })
      ),
      ("difference_count", BuiltJSON(differenceCount)), ("value", BuiltJSON(self.value)),
    ])
  }
}
