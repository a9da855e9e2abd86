package import YAMLTree

/// The HTTP statuses that are good: numbers and classes such as `2xx`.
package struct StatusExpectation: Sendable {
  /// One number, or one class.
  package enum Pattern: Sendable, Hashable {
    case exactly(Int)
    /// The class's first digit, from 1 to 5.
    case anyOf(Int)

    /// Reads `404` or `4xx`.
    package init?(_ text: String) {
      let octets = Array(text.utf8)
      guard octets.count == 3, (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(octets[0])
      else { return nil }
      if let number = Int(text) {
        self = .exactly(number)
      } else if text.hasSuffix("xx") {
        self = .anyOf(Int(octets[0] - UInt8(ascii: "0")))
      } else {
        return nil
      }
    }

    /// Tells whether a status is meant.
    package func matches(_ status: Int) -> Bool {
      switch self {
      case .exactly(let expected): status == expected
      case .anyOf(let digit): status / 100 == digit
      }
    }

    /// The pattern as it is written.
    package var text: String {
      switch self {
      case .exactly(let status): String(status)
      case .anyOf(let digit): "\(digit)xx"
      }
    }
  }

  /// The patterns; 2xx where the file has none.
  package var patterns: [Pattern] = [.anyOf(2)]
  /// The place of the expectation; nil where the file has none.
  package var mark: Mark?

  /// Tells whether a status is good.
  package func accepts(_ status: Int) -> Bool {
    patterns.contains { $0.matches(status) }
  }

  /// What is expected, in words.
  package var text: String { patterns.map(\.text).joined(separator: " or ") }
}
