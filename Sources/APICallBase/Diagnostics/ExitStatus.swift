/// How a command ends: the number a shell script branches on.
///
/// Frozen; listed in apicall(1).
///
/// 0 to 7 are HTTPie's, the local causes are those of BSD's sysexits.
package enum ExitStatus: Int32, Sendable, CaseIterable {
  /// All went well.
  case success = 0
  /// A failure that has no status of its own.
  case other = 1
  /// A time limit passed.
  case timeout = 2
  /// An unexpected status 3xx.
  case redirection = 3
  /// An unexpected status 4xx.
  case clientError = 4
  /// An unexpected status 5xx.
  case serverError = 5
  /// Redirects go in a circle, or are more than are followed.
  case tooManyRedirects = 6
  /// A plugin failed, or this apicall cannot run it.
  case pluginFailed = 7
  /// The answer could not be decoded, an output is not in it, or it does not fit the format.
  case decoding = 8
  /// The answer is not as the file expects it.
  case expectation = 9
  /// The command line is wrong.
  case usage = 64
  /// The spec, or a value given for an input, is wrong.
  case badInput = 65
  /// A file does not exist or cannot be read.
  case noInput = 66
  /// The host's name has no address.
  case hostNotFound = 68
  /// No connection to the host.
  case cannotConnect = 69
  /// A fault of apicall's own.
  case bug = 70
  /// The output cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed, or the transfer was cut short.
  case inputOutput = 74
  /// There is more than was asked for at most: pages of a list.
  case incomplete = 75
  /// TLS failed, or the other side broke the protocol.
  case protocolError = 76
  /// Permission, or a secret, is missing.
  case noPermission = 77
  /// The project file is wrong.
  case badConfiguration = 78
  /// Interrupted from the keyboard.
  case interrupted = 130
  /// The reader of standard output has gone: as SIGPIPE ends a program, without a word.
  case brokenPipe = 141
  /// Told to terminate.
  case terminated = 143

  /// Whether nothing may follow: a signal came, or nobody reads what is printed.
  package var endsRun: Bool {
    switch self {
    case .interrupted, .terminated, .brokenPipe: true
    default: false
    }
  }

  /// The status for an answer that has an unexpected HTTP status.
  ///
  /// - Parameter status: the HTTP status code.
  /// - Returns: 3, 4 or 5 by class; an unexpected 1xx or 2xx is a failed expectation.
  package static func forUnexpected(status: Int) -> ExitStatus {
    switch status {
    case 300..<400: .redirection
    case 400..<500: .clientError
    case 500..<600: .serverError
    default: .expectation
    }
  }

  /// What reports call it, where a number says little.
  package var name: String {
    switch self {
    case .success: "success"
    case .other: "other"
    case .timeout: "timeout"
    case .redirection: "redirection"
    case .clientError: "client_error"
    case .serverError: "server_error"
    case .tooManyRedirects: "too_many_redirects"
    case .pluginFailed: "plugin_failed"
    case .decoding: "decoding"
    case .expectation: "expectation"
    case .usage: "usage"
    case .badInput: "bad_input"
    case .noInput: "no_input"
    case .hostNotFound: "host_not_found"
    case .cannotConnect: "cannot_connect"
    case .bug: "bug"
    case .cannotCreate: "cannot_create"
    case .inputOutput: "input_output"
    case .incomplete: "incomplete"
    case .protocolError: "protocol_error"
    case .noPermission: "no_permission"
    case .badConfiguration: "bad_configuration"
    case .interrupted: "interrupted"
    case .brokenPipe: "broken_pipe"
    case .terminated: "terminated"
    }
  }
}
