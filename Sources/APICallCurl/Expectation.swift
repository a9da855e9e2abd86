import APICallHTTP

/// Whether a request asks if its body is wanted (RFC 9110, section 10.1.1).
enum Expectation {
  /// It does not.
  case none
  /// It does, and may go out anew without.
  case repeatable
  /// It does, and its body cannot be read twice.
  case unrepeatable

  /// Looks at a request.
  init(_ request: Request) {
    guard let body = request.body, request.headers.contains(where: { $0.isNamed("Expect") })
    else {
      self = .none
      return
    }
    self = body.isRepeatable ? .repeatable : .unrepeatable
  }
}
