package import APICallBase
import APICallHTTP
package import APICallSpec

/// Where the parts of a response come from, and where they may go for that.
package struct ResponseOrigin {
  /// The server that sent it.
  let servers: [Origin]
  /// What is true of all of it.
  private let ofAll: Secrecy
  /// What is true of what the server meant to be secret.
  let ofCredential: Secrecy
  /// The stored secrets that the request held; nil where it held none.
  private let sent: RequestConfinement?
  /// Finds those in what came back; nil where they limit all of it anyway.
  private let echoes: EchoSearch?

  /// Of no response.
  init() {
    servers = []
    ofAll = .open
    ofCredential = .masked
    sent = nil
    echoes = nil
  }

  /// Of the response to a call.
  ///
  /// - Parameters:
  ///   - call: the call, with the request that was sent last.
  ///   - origins: the servers that led it there, each of which chose what came next.
  init(of call: Call, through origins: [Origin]) {
    servers = origins
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

  /// A part of the response.
  ///
  /// - Parameters:
  ///   - value: the part.
  ///   - own: what is true of it beside that.
  /// - Returns: the part, with where it comes from.
  func binding(of value: Value, _ own: Secrecy = .open) -> Scope.Binding {
    var binding = Scope.Binding(
      value, from: Provenance(.response, ofAll.joined(own), servers: servers))
    binding.echoes = echoes
    return binding
  }

  /// The whole response, as a file holds it.
  ///
  /// - Parameters:
  ///   - endpoint: the call, whose outputs tell what is secret in it.
  ///   - read: reads the file; nil where it cannot be held.
  /// - Returns: where the file's bytes come from, and what limits them.
  package func provenance(ofSaved endpoint: Endpoint, _ read: () -> [UInt8]?) -> Provenance {
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

  /// A part of the response that is an output.
  func binding(of value: Value, as output: OutputDeclaration) -> Scope.Binding {
    let own: Secrecy = output.isSecret ? .masked : .open
    guard let sent else { return binding(of: value, own) }
    return binding(
      of: value, own.joined(sent.secrets.secrecy(of: output, untrusted: sent.distrust)))
  }
}

extension Confinement {
  /// What limits every part of the response to a request with the secrets.
  ///
  /// - Parameter distrust: why the user does not trust the files; nil where the user does.
  /// - Returns: nothing, or the secrets.
  package func secrecyOfResponse(untrusted distrust: Distrust?) -> Secrecy {
    let isConfined = distrust != nil && RequestRule.untrustedResponses.holds
    return Secrecy(
      isMasked: false, confinement: isConfined ? inResponse(untrusted: distrust) : nil)
  }

  /// What limits an output of that response beside that.
  package func secrecy(of output: OutputDeclaration, untrusted distrust: Distrust?) -> Secrecy {
    guard output.isConfined else { return .open }
    // What an output may widen is for trusted folders to say.
    let origins = distrust == nil ? output.origins : []
    let declared = SecretRoot.Output(
      mark: output.mark, origins: output.origins, distrust: distrust)
    return Secrecy(isMasked: false, confinement: inResponse(for: origins, as: declared))
  }
}

extension OutputDeclaration {
  /// Whether a stored secret that was sent for it limits where it goes, in every folder: it is declared
  /// secret, or is a cookie or another credential that the response sets.
  var isConfined: Bool {
    if isSecret, RequestRule.secretOutputs.holds { return true }
    guard case .header(let name) = place, CredentialFields.contain(name) else { return false }
    return RequestRule.cookies.holds
  }
}

extension OutputDeclaration {
  /// Whether a value is the default one, which no server sent.
  func isDefault(_ value: Value) -> Bool { defaultValue?.jsonText == value.jsonText }
}
