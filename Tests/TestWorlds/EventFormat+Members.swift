package import APICallResponses

/// The members of events, as apicall-events(5) has them.
extension EventFormat {
  /// The members of every line, in this order.
  ///
  /// A line has `call` in a run of several calls, `step` in a script, and `iteration` in a step that is
  /// run several times.
  package static let commonMembers = [
    "apicall_events", "event", "time", "elapsed_ms", "call", "step", "iteration",
  ]

  /// The further members that an event may have, in order.
  ///
  /// A dot precedes a member of an object, and `[]` stands for the items of a list.
  package static func members(of name: Name) -> [String] {
    switch name {
    case .start: ["apicall", "file", "summary", "steps"]
    case .step: ["number", "steps", "iterations", "part"]
    case .iteration: ["state"]
    case .request: ["method", "url", "sent_to", "headers", "body_bytes"]
    case .connection: ["address", "port", "reused"]
    case .interim, .response: ["status", "reason", "http_version", "headers"]
    case .trailers: ["headers"]
    case .next: ["reason", "attempt", "attempts", "after_ms", "page", "need"]
    case .progress: ["sent", "to_send", "received", "to_receive"]
    case .end:
      ["exit", "exit_name", "diagnostics", "diagnostics[].message"]
        + place.map { "diagnostics[].\($0)" }
        + ["diagnostics[].hint", "diagnostics[].details"]
        + ["diagnostics[].notes", "diagnostics[].notes[].message"]
        + place.map { "diagnostics[].notes[].\($0)" }
        + ["diagnostics[].mismatch"] + mismatch.map { "diagnostics[].mismatch.\($0)" }
        + ["timings"]
        + ["name_lookup", "connect", "tls", "first_byte", "total"].map { "timings.\($0)" }
        + ["sent", "received"]
    }
  }

  private static let mismatch = [
    "subject", "matcher", "expected", "actual", "actual_type", "differences",
    "differences[].path", "differences[].expected", "differences[].actual", "difference_count",
    "value",
  ]

  private static let place = ["file", "line", "column", "end_line", "end_column"]
}
