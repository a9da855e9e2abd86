import APICallBase
import APICallSpec
import YAMLTree

extension Failure {
  /// Creates the failure of a response that is not of the kind that is read.
  ///
  /// - Parameters:
  ///   - kind: the kind of the response.
  ///   - call: the call.
  ///   - mark: the place that reads it; nil for the field that decides how it is read.
  init(_ kind: OtherKind, call: Call, at mark: Mark? = nil) {
    let contents = ResponseContents(kind.mediaType, readBy: kind.decoder, of: call)
    let endpoint = call.endpoint
    let reason = kind.reason.map { "\($0); it " } ?? "it "
    self.init(
      .decoding,
      "cannot decode the response of \(endpoint.file) as \(kind.decoder): "
        + reason + contents.words(for: kind.start),
      at: mark ?? endpoint.decode?.mark ?? endpoint.rows.mark ?? endpoint.rows.shapeMark
        ?? endpoint.pagination?.mark,
      hint: kind.start.isEmpty
        ? nil : "'decode' names what the response is; 'decode: text' reads any text")
  }

  /// The failure of rows that need a body, of a response without one.
  static func noRows(of call: Call) -> Failure {
    let rows = call.endpoint.rows
    return Failure(
      .decoding, "rows cannot be made of an empty response", at: rows.mark ?? rows.shapeMark)
  }
}
