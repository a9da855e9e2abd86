package import APICallHTTP

/// `redirects:`: which redirects are followed, and what is sent along with them.
package struct RedirectRule: Sendable {
  /// The number of redirects to follow if no number is written.
  package static let usualLimit = 10
  package static let mostHops = 1000

  /// The maximum number of redirects to follow in a row; 0 for none.
  package var limit = usualLimit
  /// The header fields that are also sent to other origins.
  package var forward: [WrittenName] = []
  /// Whether a 301 or a 302 changes POST to GET, as in browsers (RFC 9110, section 15.4.2).
  package var rewritesMethod = false

  package init() {}

  /// What happens to the method of a request, by its name in a file.
  package enum MethodChoice: String, CaseIterable {
    case keep, rewrite
  }

  /// Whether a response is a redirect that can be followed; some statuses of the class are not
  /// redirects (RFC 9110, section 15.4).
  package static func isRedirect(_ head: ResponseHead) -> Bool {
    [301, 302, 303, 307, 308].contains(head.status) && head.header("Location") != nil
  }

  package func method(_ method: String, after status: Int) -> String {
    switch status {
    case 303 where method != "HEAD": "GET"
    case 301, 302: rewritesMethod && method == "POST" ? "GET" : method
    default: method
    }
  }
}
