package import APICallBase

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

extension SecretAllowance {
  /// Reads what the user typed.
  ///
  /// - Throws: a ``Failure`` with exit status 64 where it is not a name and an origin.
  package init(option text: String) throws(Failure) {
    guard let sign = text.firstIndex(of: "=") else {
      throw Failure(
        .usage, "--allow-origin: '\(text)' names no origin",
        hint: "write NAME=ORIGIN, as in --allow-origin shop=https://api.example.com")
    }
    let name = String(text[..<sign])
    try SecretName.check(name)
    do throws(SecretProblem) {
      let origin = try Origin(ofSecret: String(text[text.index(after: sign)...]))
      self.init(name, for: origin)
    } catch {
      throw Failure(.usage, "--allow-origin: \(error.message)", hint: error.hint)
    }
  }
}
