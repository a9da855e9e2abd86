package import YAMLTree

/// One thing to tell the user: what is wrong, where, and the way out.
package struct Diagnostic: Error, Sendable {
  /// What is wrong: lower case, no full stop, naming the value that was met.
  package var message: String
  /// How much it matters.
  package var severity = Severity.error
  /// Where; nil for what has no place in a file, such as a refused connection.
  package var mark: Mark?
  /// The way out, or nil where there is nothing to advise.
  package var hint: String?
  /// What belongs to it line by line, such as the places in which two values differ.
  package var details: [String] = []
  /// Of a part of an answer that is not as expected: what that is, as data.
  package var mismatch: Mismatch?
  /// Other places that belong to it, each with a few words.
  package var notes: [Note]
  /// The exit status where nothing else is wrong; nil for that of what else is said with it.
  var status: ExitStatus?
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

  package init(_ message: String, at mark: Mark? = nil, hint: String? = nil, notes: [Note] = []) {
    self.message = message
    self.mark = mark
    self.hint = hint
    self.notes = notes
  }

  /// The same, told as something that matters more or less.
  package func told(as severity: Severity) -> Diagnostic {
    var diagnostic = self
    diagnostic.severity = severity
    return diagnostic
  }

  /// Creates a diagnostic that has an exit status of its own where nothing else is wrong.
  package init(_ message: String, at mark: Mark?, hint: String?, status: ExitStatus) {
    self.init(message, at: mark, hint: hint)
    self.status = status
  }
}

/// Why a command ends without success: an exit status, and all there is to say about it at once.
package struct Failure: Error, Sendable {
  package var status: ExitStatus
  /// May be empty: a signal or a closed pipe needs no words.
  package var diagnostics: [Diagnostic]

  package init(_ status: ExitStatus, _ diagnostics: [Diagnostic]) {
    self.status = status
    self.diagnostics = diagnostics
  }

  package init(_ status: ExitStatus, _ message: String, at mark: Mark? = nil, hint: String? = nil) {
    self.init(status, [Diagnostic(message, at: mark, hint: hint)])
  }
}

extension Failure {
  /// The failure with the status that all of its diagnostics have of their own, if they have one.
  package var withOwnStatus: Failure {
    guard let status = diagnostics.first?.status,
      diagnostics.allSatisfy({ $0.status == status })
    else { return self }
    return Failure(status, diagnostics)
  }
}
