import APICallPluginKit
import Foundation
import JSONText

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request of the host in the form of Foundation.
struct OutgoingRequest {
  /// The largest body: 64 MiB, because URLSession needs it in memory.
  static let longestBody = 64 << 20

  /// The header fields that URLSession sets itself, based on the body.
  private static let framingFields = ["content-length", "transfer-encoding", "expect"]

  /// The request without its body.
  let request: URLRequest
  /// Whether it may have a body: Foundation does not send one with GET.
  var takesBody: Bool { request.httpMethod != "GET" }
  /// Whether it has a body, which may be empty.
  let hasBody: Bool
  /// The longest silence of either side, including while connecting.
  let idle: Duration
  /// The longest total time; nil for no limit.
  let total: Duration?

  /// Reads a message.
  ///
  /// - Parameter message: the host's `request`.
  /// - Throws: `PluginFailure` if Foundation does not support the request.
  init(_ message: PluginMessage) throws(PluginFailure) {
    let text = try message.text("url")
    guard let url = URL(string: text), let scheme = url.scheme, url.host != nil,
      ["http", "https"].contains(scheme.lowercased())
    else {
      throw PluginFailure(.badInput, "Foundation does not accept the request's URL for HTTP")
    }
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    request.httpMethod = try message.text("method")
    request.httpShouldHandleCookies = false
    for (name, value) in message.pairs("headers")
    where !Self.framingFields.contains(name.lowercased()) {
      // Foundation joins the values of a repeated field with a comma, which is wrong for cookies.
      if name.lowercased() == "cookie", let before = request.value(forHTTPHeaderField: name) {
        request.setValue("\(before); \(value)", forHTTPHeaderField: name)
      } else {
        request.addValue(value, forHTTPHeaderField: name)
      }
    }
    hasBody = message.content["has_body"]?.boolean ?? false
    let limits = message.content["timeouts_ms"]
    idle = limits?["idle"]?.duration ?? .seconds(60)
    total = limits?["total"]?.duration
    // A Deadline enforces the limits, so Foundation's own limit must be longer.
    request.timeoutInterval = 7 * 24 * 60 * 60
    self.request = request
  }
}

extension JSONNode {
  /// A positive number of milliseconds; nil if the value is not one.
  fileprivate var duration: Duration? {
    guard let milliseconds = number?.integer, milliseconds > 0 else { return nil }
    return .milliseconds(min(milliseconds, 1 << 40))
  }
}
