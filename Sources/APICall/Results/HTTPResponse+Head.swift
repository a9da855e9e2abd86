import APICallHTTP
import HTTPTypes

extension HTTPResponse {
  /// Takes the parts of a head that the types of `HTTPTypes` can hold.
  ///
  /// A field whose name is not a token is left out, and bytes that no value may have are replaced.
  init(_ head: ResponseHead) {
    // A server that sends another number than three digits does not get this far.
    let code = min(max(head.status, 0), 999)
    self.init(status: Status(code: code, reasonPhrase: head.reason))
    for field in head.headers {
      guard let name = HTTPField.Name(field.name) else { continue }
      headerFields.append(HTTPField(name: name, value: field.value))
    }
  }
}

extension ResponseHead {
  init(_ head: HTTPResponse) {
    self.init(
      status: head.status.code, reason: head.status.reasonPhrase,
      headers: head.headerFields.map { Field($0.name.rawName, $0.value) })
  }
}
