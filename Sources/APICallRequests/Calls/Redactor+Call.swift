import APICallBase
import APICallContracts
package import APICallHTTP
import APICallLanguage
package import APICallModel
package import APICallSafety
package import APICallText
package import JSONText
import Patterns

extension Redactor {
  /// These are secret inputs and lets, values made of them, the credentials that authorise the
  /// call, credentials in header fields of any origin, and everything secret that the run has sent
  /// before.
  package init(_ call: Call) {
    let request = call.request
    var secrets = call.scope.secretValues.flatMap { Self.secrets(in: $0) }
    secrets += call.authorization?.secrets ?? []
    for field in request.headers where CredentialFields.contain(field.name) {
      secrets += CredentialFields.secrets(in: field.value.revealed, of: field.name)
    }
    var texts = [request.url.path] + [request.url.query].compactMap { $0 }
    texts += request.headers.map(\.value)
    for case .bytes(let bytes) in request.body?.allPieces ?? [] { texts.append(bytes) }
    for text in texts where text.holdsSecret {
      secrets += text.stretches.filter(\.isSecret).map(\.bytes)
    }
    self = call.scope.world?.trail.redactor(besides: secrets) ?? Redactor(secrets)
  }

  /// The redactor with the secrets in the fields of a response added.
  ///
  /// These are cookies, and secret outputs that the endpoint takes from header or trailer fields.
  package func knowing(
    _ head: ResponseHead, trailers: [ResponseHead.Field] = [], of endpoint: EndpointSpec
  ) -> Redactor {
    var redactor = self
    let fields = head.headers + trailers
    for field in fields { redactor.learn(field.secrets) }
    for output in endpoint.outputs where output.isSecret {
      guard let name = output.fieldName else { continue }
      let contents = fields.contents(of: name)
      let values = contents.map(\.text)
      redactor.learn(values.map { Array($0.utf8) } + contents.map(\.bytes))
      // The part of a value that a pattern selects may occur elsewhere without the rest.
      if let part = try? output.part(of: values) {
        redactor.learn([Array(part.utf8)])
      }
    }
    return redactor
  }

  /// Adds a secret value, such as an output: text and numbers, also inside a list or a map.
  package mutating func learn(_ value: Value) { learn(Self.secrets(in: value)) }

  package static func secrets(in value: Value) -> [[UInt8]] {
    switch value {
    case .text(let text): [Array(text.utf8)]
    case .bytes(let bytes): [bytes]
    case .json(let json): secrets(in: json)
    case .file: []
    }
  }

  package static func secrets(in json: JSONNode) -> [[UInt8]] {
    switch json.kind {
    case .null, .boolean: []
    case .number: [Array(json.bytes)]
    case .string: json.string.map { [Array($0.utf8)] } ?? []
    case .array: json.elements.flatMap { secrets(in: $0) }
    case .object: json.members.flatMap { secrets(in: $0.value) }
    }
  }

  /// Masks secrets in parts of a request that are not marked as secret, such as a header field that
  /// contains the same text.
  package func protecting(_ request: OutgoingRequest) -> OutgoingRequest {
    guard !isEmpty else { return request }
    var request = request
    request.url.path = protecting(request.url.path)
    request.url.query = request.url.query.map { protecting($0) }
    for index in request.headers.indices {
      request.headers[index].value = protecting(request.headers[index].value)
    }
    switch request.body {
    case nil: break
    case .bytes(let bytes): request.body = .bytes(protecting(bytes))
    case .pieces(let pieces):
      request.body = .pieces(
        pieces.map { piece in
          if case .bytes(let bytes) = piece { .bytes(protecting(bytes)) } else { piece }
        })
    }
    return request
  }
}
