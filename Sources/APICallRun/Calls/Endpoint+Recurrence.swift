import APICallSpec

extension Endpoint {
  /// Whether a further call with the same inputs is known to be the same, octet for octet, and judged
  /// in the same way, so that it need not be made anew: nothing in it comes from the clock, from
  /// randomness, from files that are read as it is made, or from what authorises it.
  package var makesSameCalls: Bool {
    guard auth == nil, expectation.templates.allSatisfy({ $0.literal != nil }) else { return false }
    switch body {
    // A boundary is drawn for each body.
    case .multipart, .file: return false
    case nil, .json, .form, .text, .graphql: return withGaps == nil
    }
  }
}
