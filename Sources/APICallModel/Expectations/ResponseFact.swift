/// A fact about a response that `expect` checks besides its status, its fields and its values.
package enum ResponseFact: String, Sendable, CaseIterable {
  case version = "http_version"
  case url
  /// The URLs to which redirects led, in order.
  case redirects
  /// The number of bytes of the body.
  case size
  /// The bytes of the body as text.
  case hex, base64
  case sha256, sha512, sha1, md5

  package static let ofBody: [ResponseFact] = [.size, .hex, .base64, .sha256, .sha512, .sha1, .md5]

  package var isOfBody: Bool { Self.ofBody.contains(self) }

  package var isDigest: Bool { isHexadecimal && self != .hex }

  /// Whether it is text in hexadecimal digits.
  package var isHexadecimal: Bool { isOfBody && self != .size && self != .base64 }
}

/// An expected fact about a response.
package struct FactExpectation<Operand: Sendable>: Sendable {
  package var fact: ResponseFact
  package var matchers: [Matcher<Operand>]

  package init(_ fact: ResponseFact, _ matchers: [Matcher<Operand>]) {
    self.fact = fact
    self.matchers = matchers
  }
}
