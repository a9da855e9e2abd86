package import APICallBase

/// Why the pages of a list are not all there.
package struct PageFailure: Error, Sendable, Hashable {
  /// The number of the page at which it ended; the first is 1.
  package var page: Int
  /// What is wrong with it, or with the way to the next one.
  package var reason: Reason

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - page: the number of the page.
  ///   - reason: what is wrong.
  package init(page: Int, _ reason: Reason) {
    self.page = page
    self.reason = reason
  }

  /// What is wrong with a page, or with the way to the next one.
  package indirect enum Reason: Error, Sendable, Hashable {
    /// It did not come.
    case exchange(RequestError)
    /// It came with a status that is not expected.
    case status(ResponseHead)
    /// Its items cannot be had from its body.
    case body(DeliveryError)
    /// What stands where its body says how to go on, of this type at this path, is not what is
    /// wanted.
    case unusable(String, path: String, wanted: String)
    /// What it names as the next page is no URL that a request can be sent to, and why.
    case link(String, problem: String)
    /// The next page would be at another origin than the first one.
    case foreign(Origin, own: Origin)
    /// The next page would be at the origin of the first one, but another one names it, to which a
    /// redirect led.
    case namedElsewhere(Origin, own: Origin)
    /// The next page was there before.
    case repeated(RequestURL)
    /// The request has no room for what asks for the next page, and why.
    case place(String)
    /// As many pages came as are wanted, and this one does not seem to be the last.
    ///
    /// Where pages are counted, that shows only by asking for one more.
    case limit(isCertain: Bool)
  }
}
