package import APICallHTTP
package import APICallSafety

/// The problems of values that are not allowed in the places of their placeholders.
extension TemplateProblem {
  /// The value of a placeholder in a path is empty, `.` or `..`, or has such a segment.
  package static func notSegment(
    _ placeholder: Placeholder, value: ProtectedText
  ) -> TemplateProblem {
    TemplateProblem(
      "the value '\(value)' of \(placeholder.text) cannot be used in a path", at: placeholder.mark,
      hint: placeholder.keepsSlashes
        ? "no part of a path between two slashes may be empty, '.' or '..'"
        : "a part of a path may not be empty, '.' or '..'")
  }

  /// The value of a placeholder for a whole URL is not valid; the other text is the problem of its
  /// host.
  package static func notURL(
    _ placeholder: Placeholder, value: ProtectedText, _ problem: HostProblem?
  ) -> TemplateProblem {
    if let problem, !value.holdsSecret {
      return TemplateProblem(problem.diagnostic(of: value.revealed, at: placeholder.mark))
    }
    return TemplateProblem(
      "the value '\(value)' of \(placeholder.text) is not a whole URL", at: placeholder.mark,
      hint: "a URL begins with http:// or https://, and is percent-encoded")
  }

  package static func unusableURL(
    _ placeholder: Placeholder, value: ProtectedText, _ problem: URLReferenceProblem
  ) -> TemplateProblem {
    TemplateProblem(
      "the value '\(value)' of \(placeholder.text) is not a usable URL: \(problem.reason)",
      at: placeholder.mark)
  }

  package static func withoutBase(
    _ placeholder: Placeholder, value: ProtectedText
  ) -> TemplateProblem {
    TemplateProblem(
      "the value '\(value)' of \(placeholder.text) is a relative URL, and the URL of its response"
        + " is not known", at: placeholder.mark,
      hint: "use it where the call is made: of several iterations, in the same one")
  }

  package static func notLabel(
    _ placeholder: Placeholder, value: ProtectedText
  ) -> TemplateProblem {
    TemplateProblem(
      "the value '\(value)' of \(placeholder.text) cannot be used in a host", at: placeholder.mark,
      hint: "a part of a host name is at most 63 letters, digits and hyphens; only a placeholder "
        + "that is all of 'host' may be a URL")
  }

  package static func secretShown(_ placeholder: Placeholder) -> TemplateProblem {
    TemplateProblem(
      "the value of \(placeholder.text) is a secret, which cannot be used in a host or a method",
      at: placeholder.mark,
      hint: "both are shown; use it in auth, a header field, the query or the body")
  }
}
