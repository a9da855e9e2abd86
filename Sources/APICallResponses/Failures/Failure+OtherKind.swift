import APICallBase
import APICallModel
import APICallRequests
import YAMLTree

extension Failure {
  init(_ kind: OtherKind, call: Call, at mark: Mark? = nil) {
    let endpoint = call.endpoint
    if let named = endpoint.decode, named.text != kind.decoder, !kind.start.isEmpty {
      self.init(
        .decoding,
        "the response of \(endpoint.file) is read as \(named.text), not as \(kind.decoder)",
        at: named.mark, hint: "leave out 'decode', or name the format of the response")
      return
    }
    let contents = ResponseContents(kind.mediaType, readBy: kind.decoder, of: call)
    let joint = kind.start.isEmpty ? ", but it " : "; it "
    self.init(
      .decoding,
      "cannot decode the response of \(endpoint.file) as \(kind.decoder): "
        + (kind.reason.map { $0 + joint } ?? "it ") + contents.words(for: kind.start),
      at: mark ?? endpoint.decode?.mark ?? endpoint.rows.mark ?? endpoint.rows.shapeMark
        ?? endpoint.pagination?.mark,
      hint: kind.wayOut(isNamed: endpoint.decode != nil))
  }

  /// The failure of rows that need a body, of a response without one.
  static func noRows(of call: Call) -> Failure {
    let rows = call.endpoint.rows
    return Failure(
      .decoding, "rows cannot be made of an empty response", at: rows.mark ?? rows.shapeMark)
  }
}
