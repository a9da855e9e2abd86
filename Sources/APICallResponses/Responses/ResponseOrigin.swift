import APICallHTTP
import APICallLanguage
package import APICallModel
package import APICallRequests
package import APICallSafety
package import APICallText

/// Where the parts of a response come from, and where they may be sent.
package struct ResponseOrigin {
  let servers: [Origin]
  /// The URL of the response; nil for no response.
  private let base: ReferenceBase?
  private let ofAll: Secrecy
  /// The secrecy of the parts that the server marks as secret.
  package let ofCredential: Secrecy
  /// The stored secrets in the request; nil if it contained none.
  private let sent: RequestConfinement?
  /// Finds those secrets in the response; nil if they limit the whole response anyway.
  private let echoes: EchoSearch?

  init() {
    servers = []
    base = nil
    ofAll = .open
    ofCredential = .masked
    sent = nil
    echoes = nil
  }

  package init(of call: Call, through origins: [Origin]) {
    servers = origins
    base = ReferenceBase(.url(call.request.url))
    sent = call.confinement
    guard let sent else {
      ofAll = .open
      ofCredential = .masked
      echoes = nil
      return
    }
    ofAll = sent.secrets.secrecyOfResponse(untrusted: sent.distrust)
    ofCredential =
      RequestRule.cookies.holds
      ? Secrecy(isMasked: true, confinement: sent.secrets.inResponse()) : ofAll.asMasked
    echoes = RequestRule.echoes.holds ? sent.echoes : nil
  }

  func binding(of value: Value, _ own: Secrecy = .open) -> Scope.Binding {
    var binding = Scope.Binding(
      value, from: Provenance(.response, ofAll.joined(own), servers: servers, base: base))
    binding.echoes = echoes
    return binding
  }

  /// The provenance of something that was taken out of the response.
  package func provenance(of bytes: [UInt8]) -> Provenance {
    var provenance = Provenance(.response, ofAll, servers: servers, base: base)
    if let echoes { provenance.secrecy.join(echoes.secrecy(of: bytes)) }
    return provenance
  }

  /// The origin of a file that contains the whole response.
  package func provenance(ofSaved endpoint: EndpointSpec, _ read: () -> [UInt8]?) -> Provenance {
    var provenance = Provenance(.response, ofAll, servers: servers)
    guard let sent else { return provenance }
    let strict = Secrecy(isMasked: false, confinement: sent.secrets.inResponse())
    if endpoint.outputs.contains(where: \.isConfined) {
      provenance.secrecy.join(strict)
    } else if let echoes {
      provenance.secrecy.join(read().map { echoes.secrecy(of: $0) } ?? strict)
    }
    return provenance
  }

  func binding(
    of value: Value, as output: OutputDeclaration, in response: BufferedResponse
  ) -> Scope.Binding {
    var own: Secrecy = output.isSecret ? .masked : .open
    if let sent {
      own.join(sent.secrets.secrecy(of: output, untrusted: sent.distrust))
    }
    var binding = binding(of: value, own)
    if case .body(let path) = output.place, let values = path.provenance {
      binding.provenance.join(values)
    }
    guard let name = output.fieldName else { return binding }
    let latin1 = (response.head.headers + response.trailers).contents(of: name)
      .filter(\.isLatin1).map(\.text)
    if output.position == .all {
      binding.latin1 = latin1
    } else if case .text(let text) = value, latin1.contains(where: { $0.contains(text) }) {
      binding.latin1 = [text]
    }
    return binding
  }
}

extension Confinement {
  /// What limits every part of the response to a request with the secrets.
  package func secrecyOfResponse(untrusted distrust: Distrust?) -> Secrecy {
    let isConfined = distrust != nil && RequestRule.untrustedResponses.holds
    return Secrecy(
      isMasked: false, confinement: isConfined ? inResponse(untrusted: distrust) : nil)
  }

  /// What limits an output of that response in addition.
  package func secrecy(of output: OutputDeclaration, untrusted distrust: Distrust?) -> Secrecy {
    guard output.isConfined else { return .open }
    // Only outputs in trusted folders may name further origins.
    let origins = distrust == nil ? output.origins : []
    let declared = SecretRoot.Output(
      mark: output.mark, origins: output.origins, distrust: distrust)
    return Secrecy(isMasked: false, confinement: inResponse(for: origins, as: declared))
  }
}

extension OutputDeclaration {
  /// Whether a stored secret in the request limits where this output goes, in every folder.
  ///
  /// That is so if the output is declared secret, or is a cookie or another credential that the
  /// response sets.
  var isConfined: Bool {
    if isSecret, RequestRule.secretOutputs.holds { return true }
    guard let name = fieldName, CredentialFields.contain(name) else { return false }
    return RequestRule.cookies.holds
  }
}

extension OutputDeclaration {
  /// Whether a value is the default value, which no server sent.
  package func isDefault(_ value: Value) -> Bool { defaultValue?.jsonText == value.jsonText }
}
