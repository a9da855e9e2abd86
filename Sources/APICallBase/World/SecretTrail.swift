import Synchronization

/// What one run has done with secrets: what its requests held of them, and the files that its responses
/// were saved in.
package final class SecretTrail: Sendable {
  struct Notes {
    var sent = Sent()
    var saved = Saved()
  }

  // Its dictionaries cost more than all else here: a run without secrets, which saves nothing, makes none.
  let notes = Mutex<Notes?>(nil)
  private let variables = Atomic(false)

  package init() {}

  /// Whether a file has read a variable of the environment because it is trusted.
  package var hasReadVariables: Bool { variables.load(ordering: .relaxed) }

  /// Notes that a file has read a variable of the environment because it is trusted.
  package func noteVariable() { variables.store(true, ordering: .relaxed) }

  /// Changes the notes.
  func note(_ change: (inout Notes) -> Void) {
    notes.withLock { notes in
      var new = notes ?? Notes()
      // Two that hold the same texts would copy them.
      notes = nil
      change(&new)
      notes = new
    }
  }

  /// The files that steps of a run have saved: what is in one comes from a server, and goes where the
  /// response may go, whoever reads it.
  ///
  /// A later run does not know them: then they are files as any other.
  struct Saved {
    /// The most files that are told apart; beyond that, each counts as all of the others.
    static let mostFiles = 10_000

    var files: [String: Provenance] = [:]
    /// What is true of the files beyond the most.
    var others: Provenance?
  }

  /// Notes where the bytes of a file come from that a step has saved.
  ///
  /// - Parameters:
  ///   - provenance: where they come from.
  ///   - canonical: the canonical path of the file.
  package func note(_ provenance: Provenance, ofFile canonical: String) {
    note { notes in
      if notes.saved.files[canonical] != nil || notes.saved.files.count < Saved.mostFiles {
        notes.saved.files[canonical] = provenance
      } else {
        notes.saved.others = provenance.joined(notes.saved.others)
      }
    }
  }

  /// Where the bytes of a file come from.
  ///
  /// - Parameters:
  ///   - path: the file; absolute, or relative to the working directory.
  ///   - files: where it is.
  /// - Returns: nil where no step has saved the file.
  func provenance(of path: String, in files: any FileSystem) -> Provenance? {
    guard let saved = notes.withLock({ $0?.saved }), let canonical = files.canonicalPath(of: path)
    else { return nil }
    return saved.files[canonical] ?? saved.others
  }

  /// The secrets that the requests of a run hold: what is said of the run may quote a response, and what
  /// is put together of parts of responses may be a secret again.
  struct Sent {
    /// The most texts of each kind that are kept: those that were sent last.
    static let mostTexts = 1000
    /// How many texts each call masks by itself, before a redactor is made for all of them.
    static let mostRecent = 32

    /// The stored secrets that were sent for files that are not trusted, as they limit any response.
    var untrusted: Confinement?
    /// All stored secrets that were sent, or that a value of a session is made of.
    var stored: Confinement?
    var search: EchoSearch?
    /// The secrets that no origin limits: what the user typed, and what is made of it.
    var typed: [[UInt8]] = []
    /// What requests held that is made of stored secrets and of responses to them; a message may quote it.
    var confined: [[UInt8]] = []
    /// The texts that ``redactor`` does not know yet; where there is one more than ``mostRecent``, it is to
    /// be made anew, and those after them are not here.
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
      credentials.forEach { notes.sent.note(typed: $0) }
      for text in texts {
        for part in text.parts where !part.secrecy.isOpen {
          if part.secrecy.confinement != nil { notes.sent.note(confined: part.octets) }
          if part.secrecy.holdsUnconfined { notes.sent.note(typed: part.octets) }
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

  /// Makes what masks the secret texts that the run has sent so far, as many as are kept: whoever shows
  /// anything of it masks them.
  ///
  /// One for all texts would cost each of a thousand calls a thousand of them. So one is kept, and each
  /// call adds the few that have come since.
  ///
  /// - Parameter secrets: what is to be masked, too.
  /// - Returns: the redactor.
  package func redactor(besides secrets: [[UInt8]]) -> Redactor {
    notes.withLock { notes in
      guard var known = notes?.sent else { return Redactor(secrets) }
      if known.recent.count > Sent.mostRecent {
        // Where there is no room for all, those that were sent last come first.
        known.redactor = Redactor((known.typed + known.confined).reversed())
        known.recent = []
        notes?.sent = known
      }
      let stored = known.stored?.roots.map(\.secret.value.revealedOctets) ?? []
      return Redactor(secrets + known.recent + stored, besides: known.redactor)
    }
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
  /// Takes note of a text as the one that was sent last; where there are more than the most, the one
  /// that was not sent for the longest time is forgotten.
  ///
  /// - Returns: whether it was not there.
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

extension World {
  /// Where the bytes of a file come from that a step of this run has saved; nil of other files.
  package func provenance(ofFile path: String) -> Provenance? {
    trail.provenance(of: path, in: files)
  }
}
