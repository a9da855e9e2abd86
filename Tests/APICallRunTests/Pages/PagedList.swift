import APICallHTTP
import Testing

/// A list, the way through its pages, and what is requested and printed.
struct PagedList: Sendable, CustomTestStringConvertible {
  typealias Page = PagedRequester.Page

  var testDescription: String
  var paginate: String
  var pages: [Page]
  /// The targets of the requests, or their bodies if there are any.
  var requests: [String]
  /// The items on one line, and the failure.
  var result: String
  var extra = ""

  static func page(
    _ body: String, header: (String, String)? = nil, headers: [(String, String)] = [],
    trailer: (String, String)? = nil
  ) -> Page {
    var page = Page(body)
    page.headers += (headers + [header].compactMap { $0 }).map { ResponseHead.Field($0.0, $0.1) }
    page.trailers = trailer.map { [ResponseHead.Field($0.0, $0.1)] } ?? []
    return page
  }
}
