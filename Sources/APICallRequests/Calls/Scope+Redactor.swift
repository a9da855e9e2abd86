import APICallBase
package import APICallLanguage
package import APICallSafety

extension Scope {
  /// A redactor of its secret values, and of everything secret that the run has sent before.
  package var redactor: Redactor {
    let secrets = secretValues.flatMap { Redactor.secrets(in: $0) }
    return world?.trail.redactor(besides: secrets) ?? Redactor(secrets)
  }
}
