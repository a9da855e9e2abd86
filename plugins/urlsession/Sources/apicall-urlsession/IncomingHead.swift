import Foundation
import JSONText

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The head of an answer, made true to the body that URLSession hands over.
struct IncomingHead {
  /// The status.
  let status: Int
  /// The fields, by name: Foundation keeps no order.
  let fields: [(name: String, value: String)]
  /// How many octets the body has to have; nil where that is not known.
  let length: Int?

  /// Reads the head of an answer.
  ///
  /// - Parameters:
  ///   - response: the answer.
  ///   - method: the method of the request.
  init(_ response: HTTPURLResponse, to method: String) {
    status = response.statusCode
    var fields: [(name: String, value: String)] = []
    for (name, value) in response.allHeaderFields {
      guard let name = name as? String, let value = value as? String else { continue }
      fields.append((name, value))
    }
    fields.sort { ($0.name.lowercased(), $0.value) < ($1.name.lowercased(), $1.value) }
    let hasBody = method != "HEAD" && status != 204 && status != 304
    // Foundation has undone the content codings: then the body is no longer what these say.
    if hasBody, fields.contains(where: { $0.name.lowercased() == "content-encoding" }) {
      fields.removeAll { ["content-encoding", "content-length"].contains($0.name.lowercased()) }
    }
    let lengths = fields.filter { $0.name.lowercased() == "content-length" }
    length = hasBody ? lengths.first.flatMap { Int($0.value) } : nil
    self.fields = fields
  }

  /// The head as a frame tells it; Foundation knows neither reason nor version.
  var json: BuiltJSON {
    .map([
      ("status", BuiltJSON(status)), ("reason", .text("")),
      ("headers", .list(fields.map { .texts([$0.name, $0.value]) })),
    ])
  }
}
