extension Origin {
  /// Reads the origin of a secret: `scheme://host[:port]`, without a path; the scheme has to be there.
  ///
  /// - Parameter text: the origin as it is written; a slash at its end is let through.
  /// - Throws: a ``SecretProblem`` with exit status 65 that shows the text.
  package init(ofSecret text: String) throws(SecretProblem) {
    guard text.contains("://") else {
      throw SecretProblem(
        "'\(text)' is no origin: it has no scheme", status: .badInput,
        hint: text.contains("/") || text.isEmpty
          ? Self.form : "did you mean 'https://\(text)'?")
    }
    let address: HostAddress
    do {
      address = try HostAddress(text)
    } catch {
      let problem = error.diagnostic(of: text)
      let hint =
        switch error {
        // A base path is of no use here.
        case .empty, .scheme, .forbidden, .port, .name, .dotSegment: Self.form
        case .address, .international: problem.hint
        }
      throw SecretProblem(problem.message, status: .badInput, hint: hint)
    }
    guard address.basePath.isEmpty else {
      throw SecretProblem(
        "'\(text)' is no origin: it has a path", status: .badInput,
        hint: "a secret is for all of a host: write \(address.origin)")
    }
    self = address.origin
  }

  private static let form = "an origin is scheme://host[:port], as in https://api.example.com"
}
