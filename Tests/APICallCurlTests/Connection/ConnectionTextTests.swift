import APICallHTTP
import APICallSafety
import Testing

@testable import APICallCurl

@Suite("The syntax of connection options")
struct ConnectionTextTests {
  struct Proxy: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var url: String
    var user: String?
    var password: String?

    init(_ text: String, _ url: String, user: String? = nil, password: String? = nil) {
      testDescription = text
      self.url = url
      self.user = user
      self.password = password
    }
  }

  @Test(
    "A proxy has a scheme, a port and optionally a user",
    arguments: [
      Proxy("proxy.example", "http://proxy.example:1080"),
      Proxy("proxy.example:80", "http://proxy.example:80"),
      Proxy("HTTPS://Proxy.example/", "https://proxy.example:443"),
      Proxy("socks5h://[::1]:9050", "socks5h://[::1]:9050"),
      Proxy("socks4a://10.0.0.1", "socks4a://10.0.0.1:1080"),
      Proxy("http://ann@p:1", "http://p:1", user: "ann"),
      Proxy("ann:a%40b:c@p:1", "http://p:1", user: "ann", password: "a@b:c"),
      Proxy("socks5://:@p", "socks5://p:1080", user: "", password: ""),
    ])
  func proxy(example: Proxy) throws {
    let proxy = try ProxyAddress(example.testDescription)
    #expect(proxy.url == example.url && "\(proxy)" == example.url)
    #expect(proxy.user?.revealed == example.user)
    #expect(proxy.password?.revealed == example.password)
    #expect(!String(reflecting: proxy).contains("ann"))
  }

  /// The error of a text, by the parser that reads it.
  private static func problem(_ kind: String, _ text: String) -> String? {
    do throws(MalformedSetting) {
      switch kind {
      case "proxy": _ = try ProxyAddress(text)
      case "resolve": _ = try HostResolution(text)
      case "connect-to": _ = try HostDetour(text)
      default: _ = try KeyPins(text)
      }
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(
    "The error for a malformed value does not contain the password",
    arguments: [
      ("proxy", "ftp://a:hunter2@p", "'ftp' is not a proxy scheme"),
      (
        "proxy", "http://a:hun@ter2@p",
        "the proxy's user or password contains an '@' or a NUL"
      ),
      ("proxy", "a:%00@p", "the proxy's user or password contains an '@' or a NUL"),
      ("proxy", "a:hunter2@p:99999", "'p:99999' is not a proxy host"),
      ("proxy", "ann:hunter2@http://p", "'http://p' is not a proxy host"),
      ("proxy", "http://", "'' is not a proxy host"),
      ("proxy", "http://p/path", "'p/path' is not a proxy host"),
      ("proxy", "p q", "'p q' is not a proxy host"),
      (
        "resolve", "a.example:127.0.0.1",
        "'a.example:127.0.0.1' is not three parts separated by ':'"
      ),
      ("resolve", "a b:1:::1", "'a b' is not a host"),
      ("resolve", "a.example:0:127.0.0.1", "'0' is not a port from 1 to 65535"),
      ("resolve", "a.example:80:localhost", "'localhost' is not an IP address"),
      ("resolve", "a.example:80:127.0.0.1,", "'' is not an IP address"),
      ("resolve", "a.example:80:127.0.0.256", "'127.0.0.256' is not an IP address"),
      ("resolve", "a.example:80:127.0.0.1:80", "'127.0.0.1:80' is not an IP address"),
      ("connect-to", "a:1:b", "'a:1:b' is not four parts separated by ':'"),
      ("connect-to", "a:x:b:1", "'x' is not a port from 1 to 65535"),
      ("connect-to", "a:1:b/c:1", "'b/c' is not a host"),
      ("pin", "", "'' is not the digest of a key"),
      ("pin", "sha256//abc=", "'sha256//abc=' is not the digest of a key"),
      ("pin", "/etc/passwd", "'/etc/passwd' is not the digest of a key"),
      (
        "pin", "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=;",
        "'' is not the digest of a key"
      ),
    ])
  func malformed(kind: String, text: String, reason: String) {
    #expect(Self.problem(kind, text) == reason)
  }

  @Test("libcurl gets addresses and replacement hosts in one form")
  func entries() throws {
    #expect(
      try HostResolution("API.example:443:127.0.0.1,::1,[::2]").entry
        == "api.example:443:127.0.0.1,[::1],[::2]")
    #expect(try HostResolution("*:80:::1").entry == "*:80:[::1]")
    #expect(try HostDetour("::127.0.0.1:8443").entry == "::127.0.0.1:8443")
    #expect(try HostDetour("A.example:443:[::1]:").entry == "a.example:443:[::1]:")
  }
}
