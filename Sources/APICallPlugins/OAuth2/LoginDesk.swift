package import APICallContracts
package import APICallSafety

/// What a login needs of the user's machine.
package protocol LoginDesk: Sendable {
  /// Shows lines on standard error, as they are: text of a server has to be escaped.
  func show(_ lines: [String])

  /// Opens a URL in a browser; false if there is none.
  func open(_ url: String) -> Bool

  /// Listens for the redirect of a browser.
  ///
  /// Throws a ``TokenFailure`` if the port is taken.
  func listener(on port: Int?) throws(TokenFailure) -> any RedirectListener

  /// Asks for a URL that the user copies out of a browser; nil without an answer.
  func ask(_ question: String) -> ProtectedText?
}

/// Waits for the request to which a browser is redirected.
package protocol RedirectListener: AnyObject {
  var port: Int { get }

  /// Waits for a request.
  ///
  /// `judge` gets the target of each request and the value of its Host field, and returns the page to
  /// respond with, and whether that ends the waiting. Returns whether it ended before the limit.
  /// Throws `CancellationError` if the run is interrupted.
  func wait(
    within limit: Duration, judge: (_ target: String, _ host: String) -> RedirectPage
  ) async throws(CancellationError) -> Bool
}

/// The page that a browser shows after a redirect.
package struct RedirectPage: Sendable, Hashable {
  package let status: Int
  package let text: String
  package let isLast: Bool

  package static let unknown = RedirectPage(status: 404, text: "Not found.", isLast: false)
  package static let foreign = RedirectPage(
    status: 400, text: "This is not the answer to the login that apicall waits for.", isLast: false)
  package static let done = RedirectPage(
    status: 200, text: "apicall has the answer. You can close this page.", isLast: true)
}

/// How a user logs in.
package enum LoginWay: Sendable, Hashable {
  /// In the browser that apicall opens.
  case browser
  /// In a browser anywhere, with a code that apicall shows; if the server has no such codes, with a
  /// URL that the user copies back.
  case code
}
