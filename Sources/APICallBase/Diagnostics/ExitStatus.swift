/// The exit status of a command, for shell scripts to branch on.
///
/// The values are frozen; apicall(1) lists them. 0 to 7 are those of HTTPie, and those for local
/// causes are from BSD's sysexits.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  case success = 0
  case other = 1
  case timeout = 2
  case redirection = 3
  case clientError = 4
  case serverError = 5
  case tooManyRedirects = 6
  case pluginFailed = 7
  case decoding = 8
  case expectation = 9
  case usage = 64
  case badInput = 65
  case noInput = 66
  case hostNotFound = 68
  case cannotConnect = 69
  case bug = 70
  case cannotCreate = 73
  case inputOutput = 74
  case incomplete = 75
  case protocolError = 76
  case noPermission = 77
  case badConfiguration = 78
  case interrupted = 130
  case brokenPipe = 141
  case terminated = 143

  /// Whether nothing may follow: a signal arrived, or standard output was closed.
  package var endsRun: Bool {
    switch self {
    case .interrupted, .terminated, .brokenPipe: true
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
    [.success, .expectation, .redirection, .clientError, .serverError].contains(self)
  }

  /// The name of the status in reports.
  package var name: String { words.name }

  /// What it means, in the words of the manual.
  package var summary: String { words.summary }

  private var words: (name: String, summary: String) {
    switch self {
    case .success: ("success", "The command succeeded.")
    case .other: ("other", "A failure without a status of its own.")
    case .timeout: ("timeout", "A time limit passed.")
    case .redirection: ("redirection", "An unexpected 3xx status.")
    case .clientError: ("client_error", "An unexpected 4xx status.")
    case .serverError: ("server_error", "An unexpected 5xx status.")
    case .tooManyRedirects:
      ("too_many_redirects", "Redirects form a circle, or there are more than the limit.")
    case .pluginFailed:
      ("plugin_failed", "A plugin failed, or this version of apicall cannot run it.")
    case .decoding:
      (
        "decoding",
        "The response could not be decoded, lacks an output, or does not fit the output format."
      )
    case .expectation: ("expectation", "The response does not meet the expectations of the file.")
    case .usage: ("usage", "The command line is wrong.")
    case .badInput: ("bad_input", "The spec, or the value of an input, is wrong.")
    case .noInput: ("no_input", "A file does not exist or cannot be read.")
    case .hostNotFound: ("host_not_found", "The host name has no address.")
    case .cannotConnect: ("cannot_connect", "The host cannot be reached.")
    case .bug: ("bug", "A bug in apicall.")
    case .cannotCreate: ("cannot_create", "The output cannot be created.")
    case .inputOutput: ("input_output", "Reading or writing failed, or the transfer was cut off.")
    case .incomplete:
      (
        "incomplete",
        "A limit was reached before the end: a list has more pages, or a poll took too long."
      )
    case .protocolError: ("protocol_error", "TLS failed, or the server violated the protocol.")
    case .noPermission: ("no_permission", "A permission or a secret is missing.")
    case .badConfiguration: ("bad_configuration", "The project file is wrong.")
    case .interrupted: ("interrupted", "Interrupted from the keyboard.")
    case .brokenPipe:
      (
        "broken_pipe",
        "The reader of standard output has closed it; as with SIGPIPE, nothing is reported."
      )
    case .terminated: ("terminated", "Terminated by a signal.")
    }
  }
}
