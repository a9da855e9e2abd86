import Synchronization

extension SecretTrail {
  /// The secrets that the requests of a run hold: what is said of the run may quote a response, and what
  /// is put together of parts of responses may be a secret again.
  struct Sent {
    /// The most secrets without an origin of their own that are kept.
    static let mostTyped = 1000

    /// The stored secrets that were sent for files that are not trusted, as they limit any response.
    var untrusted: Confinement?
    /// All stored secrets that were sent.
    var stored: Confinement?
    var search: EchoSearch?
    /// The secrets that no origin limits: what the user typed, and what is made of it.
    var typed: Set<[UInt8]> = []
  }

  /// Notes what a request holds.
  func note(_ confinement: RequestConfinement) {
    note { notes in
      let stored = Confinement.joined(notes.sent.stored, confinement.secrets)
      if stored !== notes.sent.stored, let stored {
        notes.sent.stored = stored
        notes.sent.search = EchoSearch(for: stored, findsShort: false)
      }
      guard let distrust = confinement.distrust,
        RuleSwitch.holds(RequestRule.untrustedResponses)
      else { return }
      let secrets = confinement.secrets.inResponse(untrusted: distrust)
      notes.sent.untrusted = Confinement.joined(notes.sent.untrusted, secrets)
    }
  }

  /// Notes the secrets of a request that no origin limits.
  func note(typed secrets: [[UInt8]]) {
    guard !secrets.isEmpty else { return }
    note { notes in
      for secret in secrets where notes.sent.typed.count < Sent.mostTyped {
        notes.sent.typed.insert(secret)
      }
    }
  }

  /// Whether a stored secret was sent.
  var hasSentStored: Bool { notes.withLock { $0?.sent.stored != nil } }

  /// Finds the stored secrets that were sent; nil where none was.
  var search: EchoSearch? {
    RuleSwitch.holds(RequestRule.echoes) ? notes.withLock { $0?.sent.search } : nil
  }

  /// Whether one of some texts holds a secret without an origin that was sent before, however a server
  /// has written it.
  func finds(typedIn texts: [ProtectedText]) -> Bool {
    let typed = notes.withLock { $0?.sent.typed ?? [] }
    guard !typed.isEmpty, RuleSwitch.holds(RequestRule.echoes) else { return false }
    let redactor = Redactor(Array(typed))
    return texts.contains {
      redactor.protecting(ProtectedText(octets: $0.revealedOctets)).holdsSecret
    }
  }

  /// What is true of a message that may quote any response of the run.
  var secrecyOfMessages: Secrecy {
    Secrecy(isMasked: false, confinement: notes.withLock { $0?.sent.untrusted })
  }
}
