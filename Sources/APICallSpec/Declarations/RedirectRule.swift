package import APICallHTTP
package import YAMLTree

/// Which redirects are followed, and what goes with them: `redirects:`.
package struct RedirectRule: Sendable {
  /// How many are followed where no number is written.
  package static let usualLimit = 10
  /// How many are followed at most, whatever is written.
  package static let mostHops = 1000

  /// How many are followed, one after the other; 0 for none.
  package var limit = usualLimit
  /// The header fields that go to other origins, too.
  package var forward: [WrittenName] = []
  /// Whether a POST becomes a GET by a 301 or a 302, as browsers have it (RFC 9110, section 15.4.2).
  package var rewritesMethod = false
  /// The place that asks for it.
  package var mark: Mark

  /// What becomes of the method of a request, by the names that a file has for it.
  enum MethodChoice: String, CaseIterable {
    case keep, rewrite
  }

  /// Whether a response is a redirect that can be followed: some of its class are responses (RFC
  /// 9110, section 15.4).
  package static func isRedirect(_ head: ResponseHead) -> Bool {
    [301, 302, 303, 307, 308].contains(head.status) && head.header("Location") != nil
  }

  /// The method behind a redirect.
  ///
  /// - Parameters:
  ///   - method: that of the request that was answered.
  ///   - status: the status of the response.
  /// - Returns: the method of the request that follows.
  package func method(_ method: String, after status: Int) -> String {
    switch status {
    case 303 where method != "HEAD": "GET"
    case 301, 302: rewritesMethod && method == "POST" ? "GET" : method
    default: method
    }
  }
}
