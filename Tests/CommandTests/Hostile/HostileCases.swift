extension HostileCase {
  /// All of them, the honest twins among them.
  static let all: [HostileCase] = hostile + twins
  /// What is tried, in one kind of folder or both, and what has to go on working beside it.
  static let hostile: [HostileCase] =
    scripts
    + scripts.enumerated().filter { $0.offset % 3 == 1 }.map { $0.element.inTrustedFolder() }
    + responses + trustedResponses + logins + corners + environment + hosts + sessions + values
    + attacks + messages
  /// What has to go on working: the same files, where the secret is for both servers.
  static let twins: [HostileCase] = (scripts + responses).map { $0.allowed() }
}
