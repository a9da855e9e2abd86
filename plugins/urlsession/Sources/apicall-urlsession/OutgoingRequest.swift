import APICallPluginKit
import Foundation
import JSONText

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request as the host describes it, made into one of Foundation's.
struct OutgoingRequest {
  /// The longest body that is sent, since URLSession wants it in memory: 64 MiB.
  static let longestBody = 64 << 20

  /// The fields that URLSession writes itself, from the body that it is given.
  private static let framingFields = ["content-length", "transfer-encoding", "expect"]

  /// The request without its body.
  let request: URLRequest
  /// Whether it may have a body: Foundation refuses to send one with GET.
  var takesBody: Bool { request.httpMethod != "GET" }
  /// Whether it has a body, be it an empty one.
  let hasBody: Bool
  /// How long neither side may be silent, connecting included.
  let idle: Duration
  /// How long the whole may take; nil for any time.
  let total: Duration?

  /// Reads a message.
  ///
  /// - Parameter message: the host's `request`.
  /// - Throws: `PluginFailure` where Foundation takes no such request.
  init(_ message: PluginMessage) throws(PluginFailure) {
    let text = try message.text("url")
    guard let url = URL(string: text), let scheme = url.scheme, url.host != nil,
      ["http", "https"].contains(scheme.lowercased())
    else {
      throw PluginFailure(.badInput, "Foundation reads no URL of HTTP in the request's")
    }
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    request.httpMethod = try message.text("method")
    request.httpShouldHandleCookies = false
    for (name, value) in message.pairs("headers")
    where !Self.framingFields.contains(name.lowercased()) {
      // Where a field comes twice, Foundation joins its values by a comma, which cookies are not.
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
    // The limits are kept by a Deadline: Foundation's own has to be beyond them.
    request.timeoutInterval = 7 * 24 * 60 * 60
    self.request = request
  }
}

extension JSONValue {
  /// A number of milliseconds above zero; nil where it is none.
  fileprivate var duration: Duration? {
    guard let milliseconds = number?.integer, milliseconds > 0 else { return nil }
    return .milliseconds(min(milliseconds, 1 << 40))
  }
}
