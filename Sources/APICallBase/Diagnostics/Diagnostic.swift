package import JSONText
package import YAMLTree

/// One thing to tell the user: what is wrong, where, and the way out.
package struct Diagnostic: Error, Sendable {
  /// What is wrong: lower case, no full stop, naming the value that was met.
  package var message: String
  /// What a response says of it in words, shown after the message; nil where it says nothing.
  ///
  /// It stands by itself, since not all who may know the message may know what a server says.
  package var quote: String?
  /// Whether the user has been told, so that it is not shown once more.
  package var isTold = false
  /// How much it matters.
  package var severity = Severity.error
  /// Where; nil for what has no place in a file, such as a refused connection.
  package var mark: Mark?
  /// The way out, or nil where there is nothing to advise.
  package var hint: String?
  /// The way out where no option of the command line leads there, as for a step of a script; nil where
  /// the hint holds for that, too.
  package var hintInFile: String?
  /// What belongs to it line by line, such as the places in which two values differ.
  package var details: [String] = []
  /// Of a part of an answer that is not as expected: what that is, as data.
  package var mismatch: Mismatch?
  /// Other places that belong to it, each with a few words.
  package var notes: [Note]
  /// The exit status where nothing else is wrong; nil for that of what else is said with it.
  package var status: ExitStatus?
  /// Masks the secrets in the lines that are shown; nil where there are none.
  package var redactor: Redactor?

  /// How much something matters.
  package enum Severity: Sendable {
    /// It is why a command fails.
    case error
    /// It went wrong, and the command goes on.
    case warning
    /// It may be of interest.
    case note
  }

  /// Another place that belongs to a diagnostic.
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

  /// The same with the way out where no option of the command line leads there.
  package var withoutOptions: Diagnostic {
    var diagnostic = self
    diagnostic.hint = hintInFile ?? hint
    return diagnostic
  }

  /// The message, with what a response says of it.
  package var words: String { quote.map { "\(message): \($0)" } ?? message }

  /// The same, told as something that matters more or less.
  package func told(as severity: Severity) -> Diagnostic {
    var diagnostic = self
    diagnostic.severity = severity
    return diagnostic
  }

  /// What a person is told, as data: in events and in the envelope.
  package var json: BuiltJSON {
    let notes = notes.map { note in
      BuiltJSON.map([("message", .text(note.message))] + Self.place(of: note.mark))
    }
    return .map(
      [("message", .text(words))] + Self.place(of: mark)
        + [
          ("hint", BuiltJSON(hint)), ("details", .texts(details)), ("notes", .list(notes)),
          ("mismatch", mismatch?.json ?? .null),
        ])
  }

  private static func place(of mark: Mark?) -> [(key: String, value: BuiltJSON)] {
    [
      ("file", BuiltJSON(mark?.source.name)), ("line", BuiltJSON(mark?.start.line)),
      ("column", BuiltJSON(mark?.start.column)), ("end_line", BuiltJSON(mark?.end.line)),
      ("end_column", BuiltJSON(mark?.end.column)),
    ]
  }

  /// The diagnostic with the secrets in its words, and in the lines that it shows, masked.
  package func masked(by redactor: Redactor) -> Diagnostic {
    guard !redactor.isEmpty else { return self }
    var diagnostic = self
    diagnostic.message = redactor.masking(message)
    diagnostic.quote = quote.map { redactor.masking($0) }
    diagnostic.details = details.map { redactor.masking($0) }
    diagnostic.mismatch = mismatch?.masked(by: redactor)
    diagnostic.hint = hint.map { redactor.masking($0) }
    for index in notes.indices {
      diagnostic.notes[index].message = redactor.masking(notes[index].message)
    }
    // Who judged the body knows what is secret in it as well.
    if mismatch == nil || self.redactor == nil { diagnostic.redactor = redactor }
    return diagnostic
  }
}

extension [Diagnostic] {
  /// What is left to be shown: without what the user was told before, and each hint once, under the
  /// last of those that share it with no other hint between them.
  package var unshown: [Diagnostic] {
    var shown = filter { !$0.isTold }
    var next: String?
    for index in shown.indices.reversed() {
      guard let hint = shown[index].hint else { continue }
      if hint == next { shown[index].hint = nil }
      next = hint
    }
    return shown
  }

  /// The same, noted as told.
  package var asTold: [Diagnostic] {
    map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.isTold = true
      return diagnostic
    }
  }

  /// In the order of the files and lines they point at; what points nowhere comes first.
  package var inOrder: [Diagnostic] { inOrder(from: nil) }

  /// In the order of the files and lines they point at; what points nowhere comes first.
  ///
  /// - Parameter first: the file that comes first; the others follow as they are met.
  /// - Returns: the same diagnostics.
  package func inOrder(from first: Source?) -> [Diagnostic] {
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
