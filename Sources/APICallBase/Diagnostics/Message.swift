package import APICallSafety
package import JSONText
package import YAMLTree

/// A message to the user: what is wrong, where, and what to do about it.
package struct Message: Error, Sendable {
  /// What is wrong, with the value in question: lower case, no full stop.
  package var message: String
  /// What the response says about it, shown after the message; nil if it says nothing.
  ///
  /// It is separate from the message, because the text of a server is not shown everywhere that the
  /// message is.
  package var quote: String?
  /// Whether it has already been shown, so that it is not shown again.
  package var isTold = false
  /// How severe it is.
  package var severity = Severity.error
  /// The place; nil without one in a file, as for a refused connection.
  package var mark: Mark?
  /// What the user can do about it; nil if there is nothing to suggest.
  package var hint: String?
  /// The hint where no command-line option applies, as for a step of a script; nil if ``hint``
  /// applies there as well.
  package var hintInFile: String?
  /// The hint in a program, which has no command line, if it differs; nil in it for no hint.
  package var hintInProgram: String??
  /// Further lines, such as the places where two values differ.
  package var details: [String] = []
  /// The failed expectation as data; nil if the diagnostic is not about one.
  package var mismatch: Mismatch?
  /// The name of the input that it is about; nil if it is not about one.
  package var input: String?
  /// Other relevant places, each with a short message.
  package var notes: [Note]
  /// The exit status if nothing else is wrong; nil to use that of the other diagnostics.
  package var status: ExitStatus?
  /// Masks the secrets in the excerpts of files.
  package var redactor: Redactor?
  /// How the call that it is about failed, for the `retry` of a script; nil if it is not about one.
  package var exchange: FailedExchange?

  /// The severity of a diagnostic.
  package enum Severity: Sendable {
    /// The command fails because of it.
    case error
    /// Something went wrong, but the command goes on.
    case warning
    /// For information.
    case note
  }

  /// Another relevant place.
  package struct Note: Sendable {
    package var message: String
    package var mark: Mark

    package init(_ message: String, at mark: Mark) {
      self.message = message
      self.mark = mark
    }
  }

  package init(
    _ message: String, at mark: Mark? = nil, hint: String? = nil, notes: [Note] = [],
    status: ExitStatus? = nil
  ) {
    self.message = message
    self.mark = mark
    self.hint = hint
    self.notes = notes
    self.status = status
  }

  /// The diagnostic with the hint for where no command-line option applies.
  package var withoutOptions: Message {
    var diagnostic = self
    diagnostic.hint = hintInFile ?? hint
    return diagnostic
  }

  /// The message, followed by what the response says about it.
  package var words: String { quote.map { "\(message): \($0)" } ?? message }

  package func reported(as severity: Severity) -> Message {
    var diagnostic = self
    diagnostic.severity = severity
    return diagnostic
  }

  package var json: BuiltJSON {
    let notes = notes.map { note in
      BuiltJSON.map(
        [("message", .text(note.message))] + SourcePlace.jsonMembers(of: SourcePlace(note.mark)))
    }
    return .map(
      [("message", .text(words))] + SourcePlace.jsonMembers(of: place)
        + [
          ("hint", BuiltJSON(hint)), ("details", .texts(details)), ("notes", .list(notes)),
          ("mismatch", mismatch?.json ?? .null),
        ])
  }

  package func masked(by redactor: Redactor) -> Message {
    guard !redactor.isEmpty else { return self }
    var diagnostic = self
    diagnostic.message = redactor.masking(message)
    diagnostic.quote = quote.map { redactor.masking($0) }
    diagnostic.details = details.map { redactor.masking($0) }
    diagnostic.mismatch = mismatch?.masked(by: redactor)
    diagnostic.hint = hint.map { redactor.masking($0) }
    diagnostic.hintInFile = hintInFile.map { redactor.masking($0) }
    diagnostic.hintInProgram = hintInProgram.map { $0.map { redactor.masking($0) } }
    for index in notes.indices {
      diagnostic.notes[index].message = redactor.masking(notes[index].message)
    }
    // The code that judged the body has already set a redactor that knows its secrets.
    if mismatch == nil || self.redactor == nil { diagnostic.redactor = redactor }
    return diagnostic
  }
}

extension [Message] {
  /// The diagnostics that have not been shown yet, each hint once: under the last of the
  /// diagnostics that share it with no other hint between them.
  package var unshown: [Message] {
    var shown = filter { !$0.isTold }
    var next: String?
    for index in shown.indices.reversed() {
      guard let hint = shown[index].hint else { continue }
      if hint == next { shown[index].hint = nil }
      next = hint
    }
    return shown
  }

  /// The same diagnostics, marked as shown.
  package var asTold: [Message] {
    map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.isTold = true
      return diagnostic
    }
  }

  /// Sorted by file and line; those without a place come first.
  package var inOrder: [Message] { inOrder(from: nil) }

  /// Sorts the diagnostics by file and line; those without a place come first.
  ///
  /// Returns the same diagnostics, sorted.
  package func inOrder(from first: Source?) -> [Message] {
    var sources = first.map { [$0.name] } ?? []
    let ranked = enumerated().map { offset, diagnostic in
      guard let mark = diagnostic.mark else {
        return (rank: -1, start: Mark.Position(line: 0, column: 0), offset, diagnostic)
      }
      let known = sources.firstIndex(of: mark.source.name)
      if known == nil { sources.append(mark.source.name) }
      return (rank: known ?? sources.count - 1, start: mark.start, offset, diagnostic)
    }
    return ranked.sorted { ($0.rank, $0.start, $0.2) < ($1.rank, $1.start, $1.2) }.map(\.3)
  }
}
