import APICallBase
import APICallHTTP
import APICallSafety

extension RoleConformance {
  /// A name that no secret has.
  private static let scratch = "apicall-conformance-scratch"

  /// Checks that a secret source has no value for an unused name, and that it returns, lists and
  /// removes what was stored; a read-only source has to refuse to store.
  ///
  /// - Parameter source: the source.
  /// - Returns: what is wrong, in words; nil if nothing is.
  static func problem(of source: any SecretProvider) -> String? {
    do throws(SecretProblem) {
      let origin = try Origin(ofSecret: "https://conformance.invalid")
      guard try source.secret(named: scratch) == nil else { return "it has a secret of any name" }
      let secret = try StoredSecret("a \"b\"\n", for: [origin])
      guard source.isWritable else {
        return takes(secret, source) ? "it takes a secret, and says that it takes none" : nil
      }
      try source.set(secret, named: scratch)
      let found = try source.secret(named: scratch)
      guard found?.value.revealed == secret.value.revealed,
        found?.originTexts == secret.originTexts
      else { return "it gives back something else than it was given" }
      guard try source.list().contains(where: { $0.name == scratch }) else {
        return "it does not list what it was given"
      }
      guard try source.remove(scratch) else { return "it does not find what it was given" }
      guard try source.secret(named: scratch) == nil, try !source.remove(scratch) else {
        return "it does not remove what it was given"
      }
      return nil
    } catch {
      return "\(error)"
    }
  }

  private static func takes(_ secret: StoredSecret, _ source: any SecretProvider) -> Bool {
    do throws(SecretProblem) {
      try source.set(secret, named: scratch)
      return true
    } catch {
      return false
    }
  }
}
