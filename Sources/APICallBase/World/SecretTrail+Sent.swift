import Synchronization

extension SecretTrail {
  /// The secrets that the requests of a run hold: what is said of the run may quote a response, and what
  /// is put together of parts of responses may be a secret again.
  struct Sent {
    /// The most texts of each kind that are kept.
    static let mostTexts = 1000

    /// The stored secrets that were sent for files that are not trusted, as they limit any response.
    var untrusted: Confinement?
    /// All stored secrets that were sent, or that a value of a session is made of.
    var stored: Confinement?
    var search: EchoSearch?
    /// The secrets that no origin limits: what the user typed, and what is made of it.
    var typed: [[UInt8]] = []
    /// What requests held that is made of stored secrets and of responses to them; a message may quote it.
    var confined: [[UInt8]] = []
  }

  /// Notes stored secrets that a request holds, or a value that a session has kept.
  ///
  /// - Parameters:
  ///   - secrets: the secrets.
  ///   - distrust: why the user does not trust the files; nil where the user does.
  package func note(_ secrets: Confinement, untrusted distrust: Distrust?) {
    note { notes in
      let stored = Confinement.joined(notes.sent.stored, secrets)
      if stored !== notes.sent.stored, let stored {
        notes.sent.stored = stored
        notes.sent.search = EchoSearch(for: stored, findsShort: false)
      }
      guard let distrust, RequestRule.untrustedResponses.holds else { return }
      notes.sent.untrusted = Confinement.joined(
        notes.sent.untrusted, secrets.inResponse(untrusted: distrust))
    }
  }

  /// Notes the texts of a request that are not open.
  package func note(_ texts: [ProtectedText], and credentials: [[UInt8]]) {
    note { notes in
      notes.sent.typed.add(credentials)
      for text in texts {
        for part in text.parts where !part.secrecy.isOpen {
          if part.secrecy.confinement != nil { notes.sent.confined.add([part.octets]) }
          if part.secrecy.holdsUnconfined { notes.sent.typed.add([part.octets]) }
        }
      }
    }
  }

  /// Whether a stored secret was sent, or a value of a session is made of one.
  package var knowsStored: Bool { notes.withLock { $0?.sent.stored != nil } }

  /// The secret texts that requests held and that no message may show to a script; nil where there were
  /// more than are kept.
  package var heldTexts: [[UInt8]]? {
    guard let sent = notes.withLock({ $0?.sent }) else { return [] }
    let isFull = sent.confined.count >= Sent.mostTexts || sent.typed.count >= Sent.mostTexts
    return isFull ? nil : sent.confined + sent.typed
  }

  /// The stored secrets that were sent.
  package var storedValues: [[UInt8]] {
    notes.withLock { $0?.sent.stored?.roots.map(\.secret.value.revealedOctets) } ?? []
  }

  /// Finds the stored secrets that were sent; nil where none was.
  package var search: EchoSearch? {
    RequestRule.echoes.holds ? notes.withLock { $0?.sent.search } : nil
  }

  /// Whether one of some texts holds a secret without an origin that was sent before, however a server
  /// has written it.
  package func finds(typedIn texts: [ProtectedText]) -> Bool {
    let typed = notes.withLock { $0?.sent.typed ?? [] }
    guard !typed.isEmpty, RequestRule.echoes.holds else { return false }
    // Nobody knows what else was sent.
    if typed.count >= Sent.mostTexts { return true }
    let redactor = Redactor(typed)
    return texts.contains {
      redactor.protecting(ProtectedText(octets: $0.revealedOctets)).holdsSecret
    }
  }

  /// What is true of a message that may quote any response of the run.
  package var secrecyOfMessages: Secrecy {
    Secrecy(isMasked: false, confinement: notes.withLock { $0?.sent.untrusted })
  }
}

// An array and not a set: few texts are kept, and the first set of bytes of a run has Swift look through
// all conformances of the program, which took a fifth of the time of a call.
extension [[UInt8]] {
  /// Adds the texts that are not there yet, as long as there is room.
  fileprivate mutating func add(_ texts: [[UInt8]]) {
    for text in texts where count < SecretTrail.Sent.mostTexts && !contains(text) { append(text) }
  }
}
