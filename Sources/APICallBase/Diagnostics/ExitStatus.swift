/// The exit status of a command, for shell scripts to branch on.
///
/// The values are frozen; apicall(1) lists them. 0 to 7 are those of HTTPie, and those for local
/// causes are from BSD's sysexits.
package enum ExitStatus: Sendable, Hashable {
  case success, other, timeout, redirection, clientError, serverError, tooManyRedirects
  case pluginFailed, decoding, expectation, rowsFailed
  case usage, badInput, noInput, hostNotFound, cannotConnect, bug, cannotCreate, inputOutput
  case incomplete, protocolError, noPermission, badConfiguration
  case interrupted, brokenPipe, terminated
  /// One that a file has chosen, out of ``choices``.
  case chosen(Int32)

  /// The statuses that a file may choose.
  package static let choices = 10...63

  /// All but those that files choose.
  package static let allCases: [ExitStatus] = [
    .success, .other, .timeout, .redirection, .clientError, .serverError, .tooManyRedirects,
    .pluginFailed, .decoding, .expectation, .rowsFailed, .usage, .badInput, .noInput,
    .hostNotFound, .cannotConnect, .bug, .cannotCreate, .inputOutput, .incomplete,
    .protocolError, .noPermission, .badConfiguration, .interrupted, .brokenPipe, .terminated,
  ]

  /// The number that the program ends with.
  package var rawValue: Int32 { words.number }

  package init?(rawValue: Int32) {
    if let known = Self.allCases.first(where: { $0.rawValue == rawValue }) {
      self = known
    } else if Self.choices.contains(Int(rawValue)) {
      self = .chosen(rawValue)
    } else {
      return nil
    }
  }

  /// Whether nothing may follow: a signal arrived, or standard output was closed.
  package var endsRun: Bool {
    switch self {
    case .interrupted, .terminated, .brokenPipe: true
    default: false
    }
  }

  /// Whether the same may succeed later: a server was not reached, or had an error.
  package var isTransient: Bool {
    switch self {
    case .timeout, .serverError, .hostNotFound, .cannotConnect, .incomplete: true
    default: false
    }
  }

  /// Returns 3, 4 or 5 by class; an unexpected 1xx or 2xx counts as a failed expectation.
  package static func forUnexpected(status: Int) -> ExitStatus {
    switch status {
    case 300..<400: .redirection
    case 400..<500: .clientError
    case 500..<600: .serverError
    default: .expectation
    }
  }

  /// Whether a response came and was judged, rather than that none came or a file is wrong.
  package var isJudgement: Bool {
    if case .chosen = self { return true }
    return [.success, .expectation, .redirection, .clientError, .serverError].contains(self)
  }

  /// The name of the status in reports.
  package var name: String { words.name }

  /// What it means, in the words of the manual.
  package var summary: String { words.summary }

  private var words: (number: Int32, name: String, summary: String) {
    switch self {
    case .success: (0, "success", "The command succeeded.")
    case .other: (1, "other", "A failure without a status of its own.")
    case .timeout: (2, "timeout", "A time limit passed.")
    case .redirection: (3, "redirection", "An unexpected 3xx status.")
    case .clientError: (4, "client_error", "An unexpected 4xx status.")
    case .serverError: (5, "server_error", "An unexpected 5xx status.")
    case .tooManyRedirects:
      (6, "too_many_redirects", "Redirects form a circle, or there are more than the limit.")
    case .pluginFailed:
      (7, "plugin_failed", "A plugin failed, or this version of apicall cannot run it.")
    case .decoding:
      (
        8, "decoding",
        "The response could not be decoded, lacks an output, or does not fit the output format."
      )
    case .expectation:
      (9, "expectation", "The response does not meet the expectations of the file.")
    case .rowsFailed:
      (10, "rows_failed", "A loop has made all its iterations, and some of them failed.")
    case .usage: (64, "usage", "The command line is wrong.")
    case .badInput: (65, "bad_input", "The spec, or the value of an input, is wrong.")
    case .noInput: (66, "no_input", "A file does not exist or cannot be read.")
    case .hostNotFound: (68, "host_not_found", "The host name has no address.")
    case .cannotConnect: (69, "cannot_connect", "The host cannot be reached.")
    case .bug: (70, "bug", "A bug in apicall.")
    case .cannotCreate: (73, "cannot_create", "The output cannot be created.")
    case .inputOutput:
      (74, "input_output", "Reading or writing failed, or the transfer was cut off.")
    case .incomplete:
      (
        75, "incomplete",
        "A limit was reached before the end: a list has more pages, or a poll took too long."
      )
    case .protocolError: (76, "protocol_error", "TLS failed, or the server violated the protocol.")
    case .noPermission: (77, "no_permission", "A permission or a secret is missing.")
    case .badConfiguration: (78, "bad_configuration", "The project file is wrong.")
    case .interrupted: (130, "interrupted", "Interrupted from the keyboard.")
    case .brokenPipe:
      (
        141, "broken_pipe",
        "The reader of standard output has closed it; as with SIGPIPE, nothing is reported."
      )
    case .terminated: (143, "terminated", "Terminated by a signal.")
    case .chosen(let number): (number, "chosen", "A status that the file has chosen.")
    }
  }
}
