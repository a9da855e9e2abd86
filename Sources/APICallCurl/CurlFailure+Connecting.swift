import APICallContracts
import APICallHTTP
import APICallSafety
import CLibCurl

extension CurlFailure {
  /// The problem if the process has no descriptor left for a connection; nil if that is not the
  /// reason.
  var descriptorProblem: Told? {
    guard let descriptorLimit else { return nil }
    return Told(
      .noDescriptor, "the limit of \(descriptorLimit) open files and connections is reached",
      hint: "raise it with 'ulimit -n 4096', or use a smaller --jobs or 'parallel'")
  }

  /// Why a connection through a proxy or a socket could not be made; nil if neither is the reason.
  var wayProblem: Told? {
    if let path = connection?.unixSocket, code == CURLE_COULDNT_CONNECT {
      return Told(
        .cannotConnect, "the socket '\(path)': \(systemReason ?? sentence)",
        hint: "check the path of --unix-socket, and that the server is running")
    }
    if let problem = variableProblem { return problem }
    guard let proxy else { return nil }
    if connectStatus > 0, !(200...299).contains(connectStatus) {
      let phrase = StatusCode.phrase(of: connectStatus)
      return Told(
        .cannotConnect,
        "the proxy \(proxy) answered \(connectStatus)\(phrase.isEmpty ? "" : " \(phrase)")",
        hint: [401, 407].contains(connectStatus)
          ? "log in with --proxy scheme://user:password@host:port"
          : "the proxy may not allow connections to this host")
    }
    switch code {
    case CURLE_COULDNT_RESOLVE_PROXY:
      return Told(
        .hostNotFound, "no address for the proxy \(proxy)",
        hint: "check the spelling of the proxy, and the network")
    case CURLE_COULDNT_CONNECT where namesProxy(proxy):
      return Told(
        .cannotConnect, "the proxy \(proxy): \(systemReason ?? sentence)",
        hint: "check the host and the port of the proxy, and that it is running")
    case CURLE_PROXY:
      return Told(
        .cannotConnect, "the proxy \(proxy) refused: \(sentence)",
        hint: "the proxy may not allow this client, or connections to this host")
    case _ where speaksToProxy && !hasConnected:
      return Told(
        .cannotConnect, "the proxy \(proxy) sent an invalid HTTP response to CONNECT: \(sentence)",
        hint: "check that the proxy speaks \(proxy.scheme.rawValue)")
    default: return nil
    }
  }

  /// The problem if the environment names a proxy that is not valid; nil if that is not the reason.
  ///
  /// libcurl's own sentence repeats the password.
  private var variableProblem: Told? {
    guard let proxyVariable, !hasConnected else { return nil }
    let isUnsupported = text.hasPrefix("Unsupported proxy")
    guard isUnsupported || code == CURLE_COULDNT_RESOLVE_PROXY && proxy == nil else { return nil }
    do throws(MalformedSetting) {
      _ = try proxyVariable.address
      return Told(
        .cannotConnect, "libcurl does not support the proxy of the variable \(proxyVariable.name)")
    } catch {
      return Told(
        .cannotConnect, "the variable \(proxyVariable.name) is not a proxy: \(error.reason)",
        hint: error.hint)
    }
  }

  /// Returns whether libcurl's sentence is about a connection to the proxy.
  private func namesProxy(_ proxy: ProxyAddress) -> Bool {
    let host = proxy.host.filter { $0 != "[" && $0 != "]" }
    return text.contains("to \(host) port \(proxy.port) ")
  }

  /// Whether libcurl's sentence is about a proxy's response to CONNECT.
  private var speaksToProxy: Bool {
    text.lowercased().contains("proxy") || text.hasPrefix("CONNECT tunnel failed")
  }

  /// Returns the likely reason for a failure that does not report one.
  func surmise(of origin: Origin) -> String? {
    if connection?.httpVersion == .http2PriorKnowledge, origin.scheme == .http,
      code == CURLE_GOT_NOTHING || code == CURLE_HTTP2 || code == CURLE_RECV_ERROR
    {
      return "the server may not speak HTTP/2 without TLS; try --http-version 1.1"
    }
    guard origin.scheme == .http, let proxy, connection?.proxy != nil else { return nil }
    return "the request was sent to the proxy \(proxy)"
  }
}
