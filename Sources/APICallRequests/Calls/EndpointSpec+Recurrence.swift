import APICallLanguage
import APICallModel

extension EndpointSpec {
  /// Whether a further call with the same inputs is known to have the same request and the same
  /// checks.
  ///
  /// Such a call need not be built again. Nothing in it depends on the clock, on randomness, on
  /// files that are read while it is built, or on how it is authorised.
  package var makesSameCalls: Bool {
    guard auth == nil, templatesOfExpectations.allSatisfy({ $0.literal != nil }) else {
      return false
    }
    switch body {
    // Each body gets a random boundary.
    case .multipart, .file: return false
    case nil, .json, .ndjson, .form, .text, .graphql: return withGaps == nil
    }
  }
}
