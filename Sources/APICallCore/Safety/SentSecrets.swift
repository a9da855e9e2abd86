import Synchronization

/// The stored secrets that the requests of this run hold, for what is told of the run itself: the
/// message of a failure may quote a response.
package final class SentSecrets: Sendable {
  private let sent = Mutex<Confinement?>(nil)

  package init() {}

  /// Notes what a request holds.
  func note(_ confinement: RequestConfinement) {
    guard let folder = confinement.untrustedFolder,
      RuleSwitch.holds(RequestRule.untrustedResponses)
    else { return }
    let secrets = confinement.secrets.inResponse(untrusted: folder)
    sent.withLock { $0 = Confinement.joined($0, secrets) }
  }

  /// What is true of a message that may quote any response of the run.
  var secrecyOfMessages: Secrecy {
    Secrecy(isMasked: false, confinement: sent.withLock { $0 })
  }
}
