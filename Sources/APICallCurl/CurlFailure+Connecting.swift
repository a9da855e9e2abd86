import APICallBase
import APICallHTTP
import CLibCurl

extension CurlFailure {
  /// That this machine was to open one connection more than it may; nil where that was not the reason.
  var descriptorProblem: Told? {
    guard let descriptorLimit else { return nil }
    return Told(
      .noDescriptor, "\(descriptorLimit) files and connections are open, and no more may be",
      hint: "'ulimit -n 4096' allows more of them; a smaller --jobs or 'parallel' needs fewer")
  }

  /// What kept a connection from being made; nil where it was nothing of a proxy or a socket.
  var wayProblem: Told? {
    if let path = connection?.unixSocket, code == CURLE_COULDNT_CONNECT {
      return Told(
        .cannotConnect, "the socket '\(path)': \(systemReason ?? sentence)",
        hint: "check the path of --unix-socket, and that the server runs")
    }
    guard let proxy else { return nil }
    if connectStatus > 0, !(200...299).contains(connectStatus) {
      let phrase = StatusCode.phrase(of: connectStatus)
      return Told(
        .cannotConnect,
        "the proxy \(proxy) answered \(connectStatus)\(phrase.isEmpty ? "" : " \(phrase)")",
        hint: [401, 407].contains(connectStatus)
          ? "--proxy scheme://user:password@host:port tells it who you are"
          : "a proxy decides which hosts it connects to")
    }
    switch code {
    case CURLE_COULDNT_RESOLVE_PROXY:
      return Told(
        .hostNotFound, "no address for the proxy \(proxy)",
        hint: "check the spelling of the proxy, and the network")
    case CURLE_COULDNT_CONNECT where namesProxy(proxy):
      return Told(
        .cannotConnect, "the proxy \(proxy): \(systemReason ?? sentence)",
        hint: "check the host and the port of the proxy, and that it runs")
    case CURLE_PROXY:
      return Told(
        .cannotConnect, "the proxy \(proxy) refused: \(sentence)",
        hint: "a proxy decides whom it serves, and which hosts it connects to")
    case _ where speaksToProxy && !hasConnected:
      return Told(
        .cannotConnect, "the proxy \(proxy) gave no answer to CONNECT that HTTP knows: \(sentence)",
        hint: "is it a proxy that speaks \(proxy.scheme.rawValue)?")
    default: return nil
    }
  }

  /// Whether libcurl's sentence is about a connection to the proxy.
  private func namesProxy(_ proxy: ProxyAddress) -> Bool {
    let host = proxy.host.filter { $0 != "[" && $0 != "]" }
    return text.contains("to \(host) port \(proxy.port) ")
  }

  /// Whether libcurl's sentence is about what a proxy answered to CONNECT.
  private var speaksToProxy: Bool {
    text.lowercased().contains("proxy") || text.hasPrefix("CONNECT tunnel failed")
  }

  /// What may be behind a failure that does not tell.
  func surmise(of origin: Origin) -> String? {
    if connection?.httpVersion == .http2PriorKnowledge, origin.scheme == .http,
      code == CURLE_GOT_NOTHING || code == CURLE_HTTP2 || code == CURLE_RECV_ERROR
    {
      return "does the server speak HTTP/2 without TLS? --http-version 1.1 asks for what all speak"
    }
    guard origin.scheme == .http, let proxy, connection?.proxy != nil else { return nil }
    return "the request went to the proxy \(proxy)"
  }
}
