import APICallBase
import APICallHTTP

/// Why a conversation with a plugin does not go on.
enum ConversationEnd: Error {
  /// The plugin did not do its work.
  case failed(PluginFailure)
  /// Who waited gave up: a signal came, or the task was cancelled.
  case cancelled

  /// The same, of an exchange.
  var requestError: RequestError {
    switch self {
    case .failed(let failure): .plugin(failure)
    case .cancelled: .cancelled
    }
  }
}
