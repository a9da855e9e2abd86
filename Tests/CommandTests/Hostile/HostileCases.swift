extension HostileCase {
  /// All of them, the honest twins among them.
  static let all: [HostileCase] = hostile + twins
  /// What has to be refused.
  static let hostile: [HostileCase] =
    scripts + scripts.map { $0.inTrustedFolder() } + responses + trustedResponses + logins
  /// What has to go on working.
  static let twins: [HostileCase] = (scripts + responses).map { $0.allowed() }
}
