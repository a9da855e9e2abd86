import APICallBase
import APICallHTTP
import JSONText

/// What a plugin says went wrong: the codes of its error frames.
package enum PluginErrorCode: String, CaseIterable {
  case dns, connect, tls, timeout, `protocol`, truncated, cancelled, `internal`
  case tooLarge = "too_large"
  case authFailed = "auth_failed"
  case badInput = "bad_input"
  case notSupported = "not_supported"

  /// The exit status where the plugin's work is no exchange; nil for that of plugins that fail.
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

/// An error frame of a plugin, as it may be shown.
struct PluginError {
  /// The most characters of its message.
  private static let longest = 500

  /// What kind of error; nil for a code that nobody knows.
  let code: PluginErrorCode?
  /// What the plugin says.
  let message: String

  /// Reads an error.
  ///
  /// - Parameter error: the member `error` of a frame.
  init(_ error: JSONValue) {
    let name = error["code"]?.string ?? ""
    code = PluginErrorCode(rawValue: name)
    let words = error["message"]?.string ?? name
    message = TerminalText.escapingLine(
      words.isEmpty ? "it does not say why" : String(words.prefix(Self.longest)))
  }

  /// The failure that it is where the plugin's work is no exchange.
  func failure(of plugin: String) -> PluginFailure {
    var failure = PluginFailure(plugin, message)
    failure.status = code?.status
    return failure
  }
}

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
