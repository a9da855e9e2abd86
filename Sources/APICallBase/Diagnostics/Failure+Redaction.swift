extension Failure {
  /// The failure with the secrets in its words masked.
  ///
  /// Places stay as they are: their carets stand where they stood.
  ///
  /// - Parameter redactor: knows the secrets.
  /// - Returns: the failure, to be shown.
  package func masked(by redactor: Redactor) -> Failure {
    guard !redactor.isEmpty else { return self }
    return Failure(status, diagnostics.map { $0.masked(by: redactor) })
  }
}

extension Diagnostic {
  /// The diagnostic with the secrets in its words, and in the lines that it shows, masked.
  package func masked(by redactor: Redactor) -> Diagnostic {
    guard !redactor.isEmpty else { return self }
    var diagnostic = self
    diagnostic.message = redactor.masking(message)
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
