import APICallContracts
package import APICallHTTP
package import APICallModel
package import APICallRequests
package import APICallSafety

/// The parts of a call that `-v` and events may show: texts and header fields, secrets masked.
package struct ShownFields: Sendable {
  private let endpoint: EndpointSpec
  private var redactor: Redactor
  /// The secrets of credentials that are created during the call.
  private var made: MadeSecrets?
  /// Whether the call adds credentials to its requests only when it sends them.
  private var isSigned = false

  package init(of call: Call) {
    self.init(of: call.endpoint, redactor: Redactor(call))
    made = call.authorization?.made
    isSigned = call.authorization?.signer != nil
  }

  package init(of endpoint: EndpointSpec, redactor: Redactor) {
    self.endpoint = endpoint
    self.redactor = redactor
  }

  /// Adds the secrets in a response header, and in trailer fields: cookies and secret outputs.
  package mutating func learn(_ head: ResponseHead, trailers: [ResponseHead.Field] = []) {
    if let made { redactor.learn(made.all) }
    redactor = redactor.knowing(head, trailers: trailers, of: endpoint)
  }

  package mutating func learn(_ secrets: [[UInt8]]) { redactor.learn(secrets) }

  package func text(_ text: String) -> String { redactor.masking(text) }

  package func fields(of request: OutgoingRequest) -> [ResponseHead.Field] {
    var fields = request.headers.map { ResponseHead.Field(text($0.name), text($0.shownValue)) }
    if isSigned, !request.isForCredentials, !request.hasLeftOrigin,
      !request.headers.contains(where: { $0.isNamed("Authorization") })
    {
      fields.append(ResponseHead.Field("Authorization", ProtectedText.mask))
    }
    return fields
  }

  package func fields(of head: ResponseHead) -> [ResponseHead.Field] { shown(head.headers) }

  /// Fields of a response, including trailers.
  package func shown(_ fields: [ResponseHead.Field]) -> [ResponseHead.Field] {
    fields.map { field in
      let value = isSecret(field) ? ProtectedText.mask : text(field.shownValue)
      return ResponseHead.Field(text(field.name), value)
    }
  }

  /// Whether a secret output is taken from a field.
  private func isSecret(_ field: ResponseHead.Field) -> Bool {
    endpoint.outputs.contains { output in
      output.isSecret && output.fieldName?.lowercased() == field.name.lowercased()
    }
  }
}
