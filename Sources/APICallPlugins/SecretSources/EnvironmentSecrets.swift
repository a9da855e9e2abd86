package import APICallBase
import APICallHTTP
package import APICallSafety

/// Secrets in environment variables: `APICALL_SECRET_NAME`, with their origins in
/// `APICALL_SECRET_NAME_ORIGINS`.
package struct EnvironmentSecrets: SecretProvider {
  private static let suffix = SecretVariable.suffix

  package let name = "env"
  package let summary = "Environment variables, APICALL_SECRET_NAME."
  package let isWritable = false
  private let variable: @Sendable (String) -> String?
  private let variables: @Sendable () -> [String]

  package init(
    variable: @escaping @Sendable (String) -> String?, variables: @escaping @Sendable () -> [String]
  ) {
    self.variable = variable
    self.variables = variables
  }

  package func secret(named name: String) throws(SecretProblem) -> StoredSecret? {
    let own = SecretVariable.name(of: name)
    // An empty variable counts as not set. A variable of origins does not contain a secret.
    guard !own.hasSuffix(Self.suffix), let value = variable(own), !value.isEmpty else { return nil }
    let words = variable(own + Self.suffix) ?? ""
    let origins = try words.split(whereSeparator: \.isWhitespace).map {
      (word) throws(SecretProblem) in
      try rethrowing(Origin(ofSecret: String(word))) { (error: SecretProblem) in
        SecretProblem("in \(own)\(Self.suffix), \(error.message)", hint: error.hint)
      }
    }
    guard !origins.isEmpty else {
      throw SecretProblem(
        "\(own) is set, but \(own)\(Self.suffix) does not list its origins",
        hint: "set \(own)\(Self.suffix) to origins such as https://api.example.com")
    }
    return try rethrowing(StoredSecret(value, for: origins)) { (error: SecretProblem) in
      SecretProblem("\(own): \(error.message)", hint: error.hint)
    }
  }

  package func set(_ secret: StoredSecret, named name: String) throws(SecretProblem) {
    throw readOnly(name)
  }

  package func remove(_ name: String) throws(SecretProblem) -> Bool {
    let own = SecretVariable.name(of: name)
    guard let value = variable(own), !value.isEmpty else { return false }
    throw readOnly(name)
  }

  package func list() throws(SecretProblem) -> [SecretListing] {
    variables().compactMap { variable in
      guard let name = SecretVariable.secret(in: variable),
        self.variable(variable)?.isEmpty == false
      else { return nil }
      let words = self.variable(variable + Self.suffix) ?? ""
      return SecretListing(name, for: words.split(whereSeparator: \.isWhitespace).map(String.init))
    }
  }

  package func advice(toStore name: String, for origins: [String]) -> String {
    let words = origins.reduce(into: "") { $0 += ($0.isEmpty ? "" : " ") + $1 }
    return "\(SecretVariable.name(of: name))\(Self.suffix)='\(words)'"
  }

  private func readOnly(_ name: String) -> SecretProblem {
    SecretProblem(
      "environment variables are read-only", status: .usage,
      hint: "set or unset \(SecretVariable.name(of: name)) in the shell, or use --source file")
  }
}
