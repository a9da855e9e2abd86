import APICallContracts
import APICallHTTP
import APICallSafety
import CLibCurl
import Glibc

/// libcurl's report about a transfer that failed (libcurl-errors(3)).
struct CurlFailure {
  var code: CURLcode
  /// libcurl's own sentence (`CURLOPT_ERRORBUFFER`); empty without one.
  var text = ""
  /// The `errno` of the last system call that failed, or 0 (`CURLINFO_OS_ERRNO`).
  var systemError: Int32 = 0
  /// OpenSSL's verdict on the certificate, or 0 (`CURLINFO_SSL_VERIFYRESULT`).
  var verifyResult = 0
  /// The proxy's verdict, as ``verifyResult`` (`CURLINFO_PROXY_SSL_VERIFYRESULT`).
  var proxyVerifyResult = 0
  /// A proxy's status in response to CONNECT; 0 if there is none (`CURLINFO_HTTP_CONNECTCODE`).
  var connectStatus = 0
  var connection: CurlConnection?
  /// The proxy that may have been used.
  var proxy: ProxyAddress?
  /// The environment variable that names it, if one does.
  var proxyVariable: ProxyVariable?
  /// The limit of open files and connections, if the failure is due to it.
  var descriptorLimit: Int?
  var hasConnected = false
  /// Whether the request had been sent and the response head was still incomplete.
  var isAwaitingHead = false

  init(_ number: UInt32, text: String = "", systemError: Int32 = 0, verifyResult: Int = 0) {
    code = CURLcode(number)
    self.text = text
    self.systemError = systemError
    self.verifyResult = verifyResult
  }

  func error(origin: Origin, limits: TimeLimits) -> ExchangeError {
    switch code {
    case CURLE_URL_MALFORMAT: return .invalidURL(sentence)
    case CURLE_OPERATION_TIMEDOUT where systemError == 0:
      return .timedOut(.connecting(after: limits.connect))
    case CURLE_ABORTED_BY_CALLBACK: return .cancelled
    default:
      let told = descriptorProblem ?? wayProblem ?? problem
      return .transport(
        ConnectionFailure(
          told.kind, origin: origin, reason: told.reason, hint: told.hint ?? surmise(of: origin)))
    }
  }

  /// The kind of a failure, its reason and its hint.
  struct Told {
    var kind: ConnectionFailure.Kind
    var reason: String
    var hint: String?

    init(_ kind: ConnectionFailure.Kind, _ reason: String, hint: String? = nil) {
      self.kind = kind
      self.reason = reason
      self.hint = hint
    }
  }

  private var problem: Told {
    switch code {
    case CURLE_COULDNT_RESOLVE_PROXY:
      return Told(.hostNotFound, "no address for the proxy's name")
    case CURLE_PROXY: return Told(.cannotConnect, "the proxy refused: \(sentence)")
    case CURLE_COULDNT_RESOLVE_HOST: return Told(.hostNotFound, "no address for this name")
    case CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT, CURLE_INTERFACE_FAILED,
      CURLE_NO_CONNECTION_AVAILABLE:
      return Told(.cannotConnect, systemReason ?? sentence)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT,
      CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
      CURLE_USE_SSL_FAILED, CURLE_SSL_SHUTDOWN_FAILED:
      return tlsProblem
    case CURLE_RECV_ERROR where isLateAlert, CURLE_SEND_ERROR where isLateAlert:
      return tlsProblem
    case CURLE_UNSUPPORTED_PROTOCOL where text.hasPrefix("Received HTTP/0.9"):
      return Told(.protocolViolation, "the response is not HTTP")
    case CURLE_BAD_CONTENT_ENCODING:
      // Content codings are not decoded by libcurl.
      return Told(
        .protocolViolation, "the response has a transfer coding that the request did not accept")
    case CURLE_OUT_OF_MEMORY where isAwaitingHead:
      // libcurl's code for a header line past its own limit, CURL_MAX_HTTP_HEADER.
      return Told(.protocolViolation, "a header line of the response is longer than 100 KiB")
    case CURLE_HTTP2 where text.isEmpty || text.hasPrefix("Error in the HTTP2 framing"):
      // libcurl does not report the code of GOAWAY (RFC 9113, section 6.8).
      return Told(
        .protocolViolation, "the server closed the HTTP/2 connection or sent invalid frames")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP3,
      CURLE_TOO_MANY_REDIRECTS, CURLE_FILESIZE_EXCEEDED, CURLE_WRITE_ERROR:
      return Told(.protocolViolation, sentence)
    case CURLE_RECV_ERROR where systemError == 0 && blamesTheResponse:
      return Told(.protocolViolation, sentence)
    case CURLE_GOT_NOTHING:
      return Told(.truncated, "the server closed the connection without a response")
    case CURLE_PARTIAL_FILE, CURLE_HTTP2_STREAM: return Told(.truncated, sentence)
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR: return Told(.truncated, systemReason ?? sentence)
    default: return Told(.other, sentence)
    }
  }

  /// Whether a receive error is about the response, not the network: libcurl has only one code for
  /// both.
  private var blamesTheResponse: Bool {
    text.contains("chunk") || text.hasPrefix("Too large response headers")
  }

  /// The words of the system call that failed; nil if none did.
  var systemReason: String? {
    guard systemError != 0, let text = strerror(systemError) else { return nil }
    return Self.lowercasedFirst(String(cString: text))
  }

  /// libcurl's sentence in the form of our messages.
  var sentence: String {
    let text = text.isEmpty ? String(cString: curl_easy_strerror(code)) : text
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return Self.lowercasedFirst(words.hasSuffix(".") ? String(words.dropLast()) : words)
  }

  /// Lowers the first letter, but leaves a word such as HTTP alone.
  private static func lowercasedFirst(_ text: String) -> String {
    guard let second = text.dropFirst().first, !second.isUppercase else { return text }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
