import APICallBase
import APICallContracts
import APICallSafety

/// The keys of an account: those of the file, of a profile of the user, or of the environment.
struct AWSKeys: Sendable {
  let id: ProtectedText
  let secret: ProtectedText
  /// The token of temporary keys.
  let sessionToken: ProtectedText?
  /// The region where the user usually works; nil if that is not known, or the keys are those of the
  /// file.
  let region: String?

  init(_ values: OptionValues, in world: World) throws(AuthProblem) {
    let keys: (id: ProtectedText, secret: ProtectedText, token: ProtectedText?, region: String?)
    if let id = values["access_key"], let secret = values["secret_key"] {
      keys = (id, secret, values["session_token"], nil)
    } else {
      keys = try Self.user(profile: values["profile"], in: world)
    }
    for (name, value) in [
      ("access_key", keys.id), ("secret_key", keys.secret), ("session_token", keys.token),
    ] {
      guard let value else { continue }
      guard value.revealedBytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw AuthProblem("'\(name)' has a space or a control character", of: name)
      }
      guard !value.isEmpty || name == "session_token" else {
        throw AuthProblem("'\(name)' is empty", of: name)
      }
    }
    id = keys.id
    secret = keys.secret.joining(.masked)
    sessionToken = keys.token.flatMap { $0.isEmpty ? nil : $0.joining(.masked) }
    region = keys.region
  }

  /// The keys of the user, as AWS's own tools find them: a profile that is named, the variables, and
  /// the usual profile.
  private static func user(
    profile: ProtectedText?, in world: World
  ) throws(AuthProblem) -> (ProtectedText, ProtectedText, ProtectedText?, String?) {
    func variable(_ name: String) -> String? {
      world.caller.variable(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    let region = variable("AWS_REGION") ?? variable("AWS_DEFAULT_REGION")
    func secret(_ text: String) -> ProtectedText { ProtectedText(text, isSecret: true) }
    if profile == nil, let id = variable("AWS_ACCESS_KEY_ID"),
      let key = variable("AWS_SECRET_ACCESS_KEY")
    {
      return (ProtectedText(id), secret(key), variable("AWS_SESSION_TOKEN").map(secret), region)
    }
    let found = try AWSProfile(
      profile?.revealed ?? variable("AWS_PROFILE") ?? "default", variable, world.files)
    return (
      ProtectedText(found.id), secret(found.secret), found.token.map(secret), region ?? found.region
    )
  }
}
