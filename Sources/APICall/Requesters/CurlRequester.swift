import APICallContracts
import APICallCurl
import APICallHTTP
import APICallModel
import APICallSafety

/// Sends requests with libcurl, HTTP/1.1 and HTTP/2 over TCP and TLS: the usual requester.
public struct CurlRequester: EngineRequester {
  let isRemote = true
  /// The system's authorities, which are looked for once in a process.
  private static let authorities = TrustStore.system(environment: { _ in nil })
  private let settings: CurlConnection

  /// Creates a requester.
  ///
  /// - Parameter settings: how connections are made. Without them, neither proxies nor certificate
  ///   authorities are taken from environment variables.
  public init(_ settings: ConnectionSettings = ConnectionSettings()) {
    self.settings = settings.content
  }

  func requester(
    for context: RequesterContext, on loop: CurlLoop
  ) -> any RequestSender {
    CurlSender(loop: loop, trust: Self.authorities, connection: settings)
  }
}

/// How connections are made; what is not set is as usual.
public struct ConnectionSettings: Sendable {
  var content = CurlConnection()

  /// Creates the usual settings: no proxy, the system's certificate authorities, TLS 1.2 or later.
  public init() { content.proxy = .direct }

  /// Sends all requests through a proxy.
  ///
  /// - Parameter proxy: `[scheme://][user[:password]@]host[:port]`; the schemes are `http`, `https`,
  ///   `socks4a`, `socks5` and `socks5h`.
  /// - Throws: ``RequestError/other(_:)`` if it is not one.
  public mutating func setProxy(_ proxy: String) throws(RequestError) {
    do throws(MalformedSetting) {
      content.proxy = .address(try ProxyAddress(proxy))
    } catch {
      throw .other([Diagnostic(error.reason, hint: error.hint)])
    }
  }

  /// Uses the proxies that the environment variables name, as on the command line.
  public mutating func useProxiesOfEnvironment() { content.proxy = nil }

  /// A local socket to connect to instead of any host; nil for none.
  public var unixSocket: String? {
    get { content.unixSocket }
    set { content.unixSocket = newValue }
  }

  /// A file with the certificate authorities to trust instead of the system's, in PEM form.
  public mutating func setCertificateAuthorities(file: String) {
    content.trust = TrustStore(file: file)
  }

  /// The client's certificate, for servers that ask for one.
  ///
  /// - Parameters:
  ///   - file: the certificate in PEM form.
  ///   - key: its key in PEM form; nil if it is in the same file.
  ///   - passphrase: the passphrase of the key.
  public mutating func setClientCertificate(
    file: String, key: String? = nil, passphrase: String? = nil
  ) {
    content.clientCertificate = ClientCertificate(
      file: file, key: key,
      passphrase: passphrase.map { ProtectedText(bytes: Array($0.utf8), isSecret: true) })
  }

  /// Whether certificates of servers are checked; never false outside of tests.
  public var checksCertificates: Bool {
    get { !content.isInsecure }
    set { content.isInsecure = !newValue }
  }
}
