import APICallContracts

extension DecompressionProblem {
  /// How to get a body whose coding is unknown or broken.
  static let identityHint =
    "to get the body as the server sends it, set 'Accept-Encoding: identity' in 'headers'"

  var kind: ConnectionFailure.Kind {
    switch self {
    case .cut: .truncated
    case .corrupt, .surplus, .window, .expansion: .protocolViolation
    case .memory: .other
    }
  }

  /// What the user can do about it; nil if there is no way out.
  var hint: String? {
    switch self {
    case .corrupt, .surplus, .window: Self.identityHint
    case .cut, .expansion, .memory: nil
    }
  }
}
