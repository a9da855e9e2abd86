import Synchronization

/// The stored secrets that the requests of this run hold: what is said of the run may quote a response,
/// and what is put together of parts of responses may be a secret again.
package final class SentSecrets: Sendable {
  private struct Sent {
    /// The secrets that were sent for files that are not trusted, as they limit any response.
    var untrusted: Confinement?
    /// All secrets that were sent.
    var all: Confinement?
    var search: EchoSearch?
  }

  private let sent = Mutex(Sent())

  package init() {}

  /// Notes what a request holds.
  func note(_ confinement: RequestConfinement) {
    sent.withLock { sent in
      let all = Confinement.joined(sent.all, confinement.secrets)
      if all !== sent.all, let all {
        sent.all = all
        sent.search = EchoSearch(for: all, findsShort: false)
      }
      guard let folder = confinement.untrustedFolder,
        RuleSwitch.holds(RequestRule.untrustedResponses)
      else { return }
      let secrets = confinement.secrets.inResponse(untrusted: folder)
      sent.untrusted = Confinement.joined(sent.untrusted, secrets)
    }
  }

  /// Whether a stored secret was sent.
  var isEmpty: Bool { sent.withLock { $0.all == nil } }

  /// Finds the secrets that were sent; nil where none was.
  var search: EchoSearch? {
    RuleSwitch.holds(RequestRule.echoes) ? sent.withLock { $0.search } : nil
  }

  /// What is true of a message that may quote any response of the run.
  var secrecyOfMessages: Secrecy {
    Secrecy(isMasked: false, confinement: sent.withLock { $0.untrusted })
  }
}
