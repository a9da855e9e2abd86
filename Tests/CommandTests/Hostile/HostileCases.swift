extension HostileCase {
  /// All cases, including the honest twins.
  static let all: [HostileCase] = hostile + twins
  /// The attacks, in one kind of folder or both, and the honest uses beside them.
  static let hostile: [HostileCase] =
    scripts
    + scripts.enumerated().filter { $0.offset % 3 == 1 }.map { $0.element.inTrustedFolder() }
    + responses + trustedResponses + logins + corners + environment + hosts + sessions + values
    + rows + savedByRows
    + attacks + messages
  /// Uses that must keep working: the same files with a secret for both servers.
  static let twins: [HostileCase] = (scripts + responses + rows).map { $0.allowed() }
}
