/// What decoders and formatters are told of the exchange that an answer came in: nothing of it is
/// secret.
package struct ExchangeFacts: Sendable, Hashable {
  /// The method of the request; nil where nobody knows.
  package var method: String?
  /// The status of the answer; nil where there is none.
  package var status: Int?
  /// The value of the answer's Content-Type; nil where it has none.
  package var contentType: String?

  /// Creates facts of an exchange of which nothing is known.
  package init() {}
}
