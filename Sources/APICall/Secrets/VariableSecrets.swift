import APICallBase
import APICallPlugins
import APICallSystem

/// The secrets in environment variables: `APICALL_SECRET_NAME`, with the origins in
/// `APICALL_SECRET_NAME_ORIGINS`.
public struct VariableSecrets: KnownSecretSource {
  let content: any SecretProvider

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
