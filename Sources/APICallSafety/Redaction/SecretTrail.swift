import Synchronization

/// The secrets that a run has used: those in its requests, and the files that its responses were
/// saved to.
package final class SecretTrail: Sendable {
  struct Notes {
    var sent = Sent()
    var saved = Saved()
  }

  // The dictionaries are the expensive part, so a run that uses no secrets and saves nothing does
  // not create them.
  let notes = Mutex<Notes?>(nil)
  private let variables = Atomic(false)

  package init() {}

  /// Whether a trusted file has read an environment variable.
  package var hasReadVariables: Bool { variables.load(ordering: .relaxed) }

  /// Records that a trusted file has read an environment variable.
  package func noteVariable() { variables.store(true, ordering: .relaxed) }

  /// Changes the record.
  func note(_ change: (inout Notes) -> Void) {
    notes.withLock { notes in
      var new = notes ?? Notes()
      // A second reference would cause a copy.
      notes = nil
      change(&new)
      notes = new
    }
  }

  /// The files that steps of the run have saved.
  ///
  /// Their contents come from a server, and go only where that response may go, whichever file
  /// reads them.
  ///
  /// A later run does not know about them and treats them as ordinary files.
  struct Saved {
    /// The maximum number of files to distinguish; each further file has the provenance of all
    /// further files.
    static let mostFiles = 10_000

    var files: [String: Provenance] = [:]
    /// The combined provenance of the further files.
    var others: Provenance?
  }

  /// Records the provenance of a file that a step has saved.
  package func note(_ provenance: Provenance, ofFile canonical: String) {
    note { notes in
      if notes.saved.files[canonical] != nil || notes.saved.files.count < Saved.mostFiles {
        notes.saved.files[canonical] = provenance
      } else {
        notes.saved.others = provenance.joined(notes.saved.others)
      }
    }
  }

  /// Returns the provenance of the bytes of a file.
  ///
  /// Returns the provenance; nil if no step has saved the file.
  package func provenance(of path: String, canonical: (String) -> String?) -> Provenance? {
    guard let saved = notes.withLock({ $0?.saved }), let canonical = canonical(path)
    else { return nil }
    return saved.files[canonical] ?? saved.others
  }

  /// The secrets in the requests of a run.
  ///
  /// Messages about the run may quote a response, and parts of responses may combine into a secret
  /// again.
  struct Sent {
    /// The maximum number of texts of each kind; the most recent ones are kept.
    static let mostTexts = 1000
    /// The number of recent texts that each call masks by itself, before a shared redactor is made.
    static let mostRecent = 32

    /// The stored secrets that were sent for untrusted files, which confine every response.
    var untrusted: Confinement?
    /// All stored secrets that were sent, or that a value of a session is derived from.
    var stored: Confinement?
    var search: EchoSearch?
    /// The secrets that no origin confines: those that the user typed, and values derived from
    /// them.
    var typed: [[UInt8]] = []
    /// Secret texts in requests that are derived from stored secrets and from responses to them;
    /// messages may quote them.
    var confined: [[UInt8]] = []
    /// The texts that are not in ``redactor`` yet.
    ///
    /// If there are more than ``mostRecent``, the redactor must be rebuilt, and any further texts
    /// are not in this list.
    var recent: [[UInt8]] = []
    /// Masks all texts but the recent ones.
    var redactor: Redactor?

    mutating func note(typed text: [UInt8]) {
      if typed.note(last: text, most: Self.mostTexts) { note(recent: text) }
    }

    mutating func note(confined text: [UInt8]) {
      if confined.note(last: text, most: Self.mostTexts) { note(recent: text) }
    }

    private mutating func note(recent text: [UInt8]) {
      if recent.count <= Self.mostRecent { recent.append(text) }
    }
  }

  /// Records the stored secrets in a request, or in a stored value of a session.
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

  /// Records the secret and confined texts of a request.
  package func note(_ texts: [ProtectedText], and credentials: [[UInt8]]) {
    note { notes in
      credentials.forEach { notes.sent.note(typed: $0) }
      for text in texts {
        for part in text.parts where !part.secrecy.isOpen {
          if part.secrecy.confinement != nil { notes.sent.note(confined: part.bytes) }
          if part.secrecy.holdsUnconfined { notes.sent.note(typed: part.bytes) }
        }
      }
    }
  }

  /// Records texts that messages mask, although no request has them as such.
  package func note(masked texts: [[UInt8]]) {
    note { notes in texts.forEach { notes.sent.note(confined: $0) } }
  }

  /// Whether a stored secret was sent, or a value of a session is derived from one.
  package var knowsStored: Bool { notes.withLock { $0?.sent.stored != nil } }

  /// The secret texts in requests that no message may show to a script; nil if there were more than
  /// are kept.
  package var heldTexts: [[UInt8]]? {
    guard let sent = notes.withLock({ $0?.sent }) else { return [] }
    let isFull = sent.confined.count >= Sent.mostTexts || sent.typed.count >= Sent.mostTexts
    return isFull ? nil : sent.confined + sent.typed
  }

  /// Creates a redactor for the secret texts that the run has sent so far, up to the limit.
  ///
  /// All code that shows anything about the run uses it.
  ///
  /// Building a redactor for all texts in each of a thousand calls would be slow. So the run shares
  /// one, and each call adds the few texts that are new.
  package func redactor(besides secrets: [[UInt8]]) -> Redactor {
    notes.withLock { notes in
      guard var known = notes?.sent else { return Redactor(secrets) }
      if known.recent.count > Sent.mostRecent {
        // If there is no room for all, the most recent texts come first.
        known.redactor = Redactor((known.typed + known.confined).reversed())
        known.recent = []
        notes?.sent = known
      }
      let stored = known.stored?.roots.map(\.secret.value.revealedBytes) ?? []
      return Redactor(secrets + known.recent + stored, besides: known.redactor)
    }
  }

  /// The stored secrets that were sent.
  package var storedValues: [[UInt8]] {
    notes.withLock { $0?.sent.stored?.roots.map(\.secret.value.revealedBytes) } ?? []
  }

  /// Finds the stored secrets that were sent.
  package var search: EchoSearch? {
    RequestRule.echoes.holds ? notes.withLock { $0?.sent.search } : nil
  }

  /// Whether a text contains a secret without an origin that was sent before, in any spelling that
  /// a server may use.
  package func finds(typedIn texts: [ProtectedText]) -> Bool {
    let typed = notes.withLock { $0?.sent.typed ?? [] }
    guard !typed.isEmpty, RequestRule.echoes.holds else { return false }
    // The list is full, so other secrets may have been sent.
    if typed.count >= Sent.mostTexts { return true }
    let redactor = Redactor(typed)
    return texts.contains {
      redactor.protecting(ProtectedText(bytes: $0.revealedBytes)).holdsSecret
    }
  }

  /// The secrecy of a message that may quote any response of the run.
  package var secrecyOfMessages: Secrecy {
    Secrecy(isMasked: false, confinement: notes.withLock { $0?.sent.untrusted })
  }
}

// An array rather than a set: there are few texts, and the first set of byte arrays makes Swift
// look through all conformances of the program, which took a fifth of the time of a call.
extension [[UInt8]] {
  /// Records a text as the most recent one.
  ///
  /// If the list is full, it removes the least recent one.
  ///
  /// Returns whether the text is new.
  fileprivate mutating func note(last text: [UInt8], most: Int) -> Bool {
    if let index = lastIndex(of: text) {
      if index < count - 1 { append(remove(at: index)) }
      return false
    }
    if count == most { removeFirst() }
    append(text)
    return true
  }
}
