import APICallModel
import APICallSystem

extension Destination.Profile {
  /// The profile that `APICALL_PROFILE` names; nil if it names none.
  static func ofEnvironment() -> Self? {
    guard let name = Program.environment("APICALL_PROFILE"), !name.isEmpty else { return nil }
    return Self(name, isGeneral: true)
  }
}
