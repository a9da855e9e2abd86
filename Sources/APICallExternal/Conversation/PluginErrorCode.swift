import APICallBase
import APICallContracts
import APICallText
import JSONText

/// The codes in the error frames of plugins.
package enum PluginErrorCode: String, CaseIterable {
  case dns, connect, tls, timeout, `protocol`, truncated, cancelled, `internal`
  case tooLarge = "too_large"
  case authFailed = "auth_failed"
  case badInput = "bad_input"
  case notSupported = "not_supported"

  /// The exit status if the plugin's work is not an exchange; nil for the status of failed plugins.
  var status: ExitStatus? {
    switch self {
    case .dns: .hostNotFound
    case .connect: .cannotConnect
    case .tls, .protocol, .tooLarge: .protocolError
    case .timeout: .timeout
    case .truncated: .inputOutput
    case .authFailed: .noPermission
    case .badInput: .badInput
    case .notSupported, .internal, .cancelled: nil
    }
  }
}

/// The error frame of a plugin, in a form that may be shown.
struct PluginError {
  /// The largest number of characters of its message.
  private static let longest = 500

  /// The kind of error; nil for an unknown code.
  let code: PluginErrorCode?
  let message: String

  init(_ error: JSONNode) {
    let name = error["code"]?.string ?? ""
    code = PluginErrorCode(rawValue: name)
    let words = error["message"]?.string ?? name
    message = TerminalText.escapingLine(
      words.isEmpty ? "no reason given" : String(words.prefix(Self.longest)))
  }

  /// Makes the failure for work that is not an exchange.
  func failure(of plugin: String) -> PluginProblem {
    var failure = PluginProblem(plugin, message)
    failure.status = code?.status
    return failure
  }
}

/// The reason why a conversation with a plugin cannot continue.
enum ConversationEnd: Error {
  case failed(PluginProblem)
  /// apicall gave up: it received a signal, or the task was cancelled.
  case cancelled

  var requestError: ExchangeError {
    switch self {
    case .failed(let failure): .plugin(failure)
    case .cancelled: .cancelled
    }
  }
}
