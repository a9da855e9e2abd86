import APICallHTTP

extension SpecReading {
  /// Fields that follow from the body and the connection.
  package static let framingFields = ["content-length", "transfer-encoding", "connection"]

  mutating func checkHeaders(of endpoint: Endpoint) {
    checkRepeats(in: endpoint.headers)
    for header in endpoint.headers {
      if isHeaderName(header.name, at: header.mark),
        Self.framingFields.contains(header.name.lowercased())
      {
        report(
          "'\(header.name)' cannot be set: it follows from the body and the connection",
          at: header.mark, hint: "remove the line")
      }
      checkContentType(header, of: endpoint)
      for value in header.values {
        guard let literal = value.literal, !HeaderSyntax.isValue(Array(literal.utf8)) else {
          continue
        }
        report(
          "the value of '\(header.name)' holds a line break or a control character",
          at: value.mark, hint: "a header field is one line of text")
      }
    }
  }

  /// Checks a header field that says what a body says itself.
  mutating func checkContentType(_ header: WrittenItem, of endpoint: Endpoint) {
    guard case .multipart = endpoint.body, header.name.lowercased() == "content-type" else {
      return
    }
    report(
      "'\(header.name)' cannot be set for a multipart body: it tells the boundary",
      at: header.mark,
      hint: "remove the line; 'type: multipart/related' beside the body says another type")
  }
}
