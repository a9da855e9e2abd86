package import APICallText

/// A request and what came back: one exchange, with its secrets masked.
package struct ReportExchange: Sendable {
  /// Why the exchange follows the one before it, as events name it: `redirect`, `retry`,
  /// `challenge`, `credentials`, `page`, `need`, or `poll`; nil for the first one.
  package var reason: String?
  package var method: String
  package var url: String
  package var headers: [ReportField]
  package var body: ReportBody?
  /// The response; nil if none arrived.
  package var response: ReportResponse?
  /// Why the exchange failed, in words; nil if it did not.
  package var failure: String?
  /// When it began, from the beginning of the case; nil if that is not known.
  package var start: Duration?
  /// Where the time went; nil if the report must not depend on it.
  package var timings: ExchangeTimings?

  package init(
    _ method: String, _ url: String, headers: [ReportField] = [], body: ReportBody? = nil,
    _ response: ReportResponse? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.response = response
  }
}

/// A response to a request.
package struct ReportResponse: Sendable {
  package var version: String
  package var status: Int
  package var reason: String
  package var headers: [ReportField]
  package var body: ReportBody?

  package init(
    _ status: Int, _ reason: String = "", version: String = "HTTP/1.1",
    headers: [ReportField] = [], body: ReportBody? = nil
  ) {
    self.status = status
    self.reason = reason
    self.version = version
    self.headers = headers
    self.body = body
  }

  /// The status line without its version: `404 Not Found`.
  package var words: String { reason.isEmpty ? String(status) : "\(status) \(reason)" }
}

package struct ReportField: Sendable, Hashable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// The body of a request or a response.
package struct ReportBody: Sendable, Hashable {
  /// The bytes, or the first of them.
  package var bytes: [UInt8]
  /// The media type with its parameters, as the message has it; nil if it does not have one.
  package var mediaType: String?
  /// The number of bytes of the whole body; more than there are in `bytes` if it was cut.
  package var size: Int

  package init(_ bytes: [UInt8], mediaType: String? = nil, size: Int? = nil) {
    self.bytes = bytes
    self.mediaType = mediaType
    self.size = max(size ?? 0, bytes.count)
  }
}
