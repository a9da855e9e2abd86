extension ExitStatus {
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
