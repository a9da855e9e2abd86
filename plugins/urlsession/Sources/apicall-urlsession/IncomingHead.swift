import Foundation
import JSONText

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The head of a response, corrected for the body that URLSession delivers.
struct IncomingHead {
  /// The status.
  let status: Int
  /// The header fields by name: Foundation does not keep their order.
  let fields: [(name: String, value: String)]
  /// The expected number of bytes of the body; nil if it is not known.
  let length: Int?

  /// Reads the head of a response.
  ///
  /// - Parameters:
  ///   - response: the response.
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
    // Foundation has decoded the content codings, so these header fields no longer describe the
    // body.
    if hasBody, fields.contains(where: { $0.name.lowercased() == "content-encoding" }) {
      fields.removeAll { ["content-encoding", "content-length"].contains($0.name.lowercased()) }
    }
    let lengths = fields.filter { $0.name.lowercased() == "content-length" }
    length = hasBody ? lengths.first.flatMap { Int($0.value) } : nil
    self.fields = fields
  }

  /// The head in the form of a frame.
  ///
  /// Foundation provides neither reason nor version.
  var json: BuiltJSON {
    .map([
      ("status", BuiltJSON(status)), ("reason", .text("")),
      ("headers", .list(fields.map { .texts([$0.name, $0.value]) })),
    ])
  }
}
