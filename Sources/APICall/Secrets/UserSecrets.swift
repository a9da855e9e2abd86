import APICallBase
import APICallPlugins
import APICallSystem

/// The secrets that the user has stored with `apicall secrets set`, in a file of their own.
public struct UserSecrets: KnownSecretSource {
  let content: any APICallBase.SecretSource = FileSecrets(SecretsFile.storage)

  /// Creates the source.
  public init() {}
}

/// The secrets in environment variables: `APICALL_SECRET_NAME`, with the origins in
/// `APICALL_SECRET_NAME_ORIGINS`.
public struct VariableSecrets: KnownSecretSource {
  let content: any APICallBase.SecretSource

  /// Creates the source of the process's variables.
  public init() {
    content = EnvironmentSecrets(
      variable: { Program.environment($0) }, variables: { Program.variableNames })
  }

  /// Creates a source of other variables.
  ///
  /// - Parameter variable: finds a variable; nil if it is not set.
  public init(_ variable: @escaping @Sendable (String) -> String?) {
    content = EnvironmentSecrets(variable: variable, variables: { [] })
  }
}

/// A source that the command line has, too.
protocol KnownSecretSource: SecretSource {
  var content: any APICallBase.SecretSource { get }
}

extension KnownSecretSource {
  /// The name of the source, as `apicall secrets` lists it.
  public var name: String { content.name }

  /// Whether it can be changed.
  public var isWritable: Bool { content.isWritable }

  /// Finds a secret.
  public func secret(named name: String) async throws(RequestError) -> Secret? {
    do throws(SecretProblem) {
      return try content.secret(named: name).map(Secret.init)
    } catch {
      throw RequestError(error)
    }
  }

  /// Stores a secret, and replaces one of the same name.
  public func store(_ secret: Secret, named name: String) async throws(RequestError) {
    do throws(SecretProblem) { try content.set(secret.content, named: name) } catch {
      throw RequestError(error)
    }
  }
}

extension RequestError {
  /// Creates the error of a source that cannot be read or written.
  init(_ problem: SecretProblem) {
    self = .notPermitted([Diagnostic(problem.message, hint: problem.hint)])
  }
}
