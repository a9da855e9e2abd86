import APICallBase

extension Failure {
  /// Whether a later try of the row may succeed: the cause is not the row itself.
  var mayPass: Bool {
    switch status {
    case .timeout, .serverError, .hostNotFound, .cannotConnect, .inputOutput, .incomplete,
      .protocolError, .pluginFailed:
      return true
    case .clientError:
      return diagnostics.contains { [408, 425, 429].contains($0.exchange?.status) }
    default: return false
    }
  }

  /// Whether the server has not worked on the request, as far as the failure tells.
  var isBeforeEffect: Bool {
    switch status {
    case .hostNotFound, .cannotConnect: true
    case .clientError: diagnostics.contains { [425, 429].contains($0.exchange?.status) }
    default: false
    }
  }

  /// Whether no row can succeed as things are, so that the loop ends.
  var concernsAllRows: Bool {
    switch status {
    case .noPermission, .badConfiguration, .bug: true
    default: false
    }
  }
}
