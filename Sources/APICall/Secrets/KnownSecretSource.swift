import APICallBase
import APICallSafety

/// A source that the command line has, too.
protocol KnownSecretSource: SecretSource {
  var content: any SecretProvider { get }
}

extension KnownSecretSource {
  /// The name of the source, as `apicall secrets` lists it.
  public var name: String { content.name }

  /// Whether it can be changed.
  public var isWritable: Bool { content.isWritable }

  /// Finds a secret.
  public func secret(named name: String) async throws(RequestError) -> Secret? {
    try content.publicSecret(named: name)
  }

  /// Stores a secret, and replaces one of the same name.
  public func store(_ secret: Secret, named name: String) async throws(RequestError) {
    try content.storePublic(secret, named: name)
  }
}

extension RequestError {
  init(_ problem: SecretProblem) {
    self = .other([Diagnostic(problem.message, hint: problem.hint)])
  }
}

extension SecretProvider {
  func publicSecret(named name: String) throws(RequestError) -> Secret? {
    return try rethrowing(secret(named: name).map(Secret.init)) { (error: SecretProblem) in
      RequestError(error)
    }
  }

  func storePublic(_ secret: Secret, named name: String) throws(RequestError) {
    try rethrowing(set(secret.content, named: name)) { (error: SecretProblem) in RequestError(error)
    }
  }
}
