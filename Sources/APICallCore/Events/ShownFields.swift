/// The header fields of a call as they may be shown, in `-v` and in events: secrets masked.
package struct ShownFields: Sendable {
  /// The fields, in lower case, that the endpoint takes secret outputs from.
  private let secrets: [String]

  /// Creates what shows the fields of an endpoint's calls.
  ///
  /// - Parameter endpoint: the endpoint.
  package init(of endpoint: Endpoint) {
    secrets = endpoint.outputs.compactMap { output in
      guard output.isSecret, case .header(let name) = output.place else { return nil }
      return name.lowercased()
    }
  }

  /// The header fields of a request.
  package func fields(of request: Request) -> [ResponseHead.Field] {
    request.headers.map { ResponseHead.Field($0.name, $0.shownValue) }
  }

  /// The header fields of an answer.
  package func fields(of head: ResponseHead) -> [ResponseHead.Field] {
    head.headers.map { field in
      let isSecret = secrets.contains(field.name.lowercased())
      return ResponseHead.Field(field.name, isSecret ? ProtectedText.mask : field.shownValue)
    }
  }
}
