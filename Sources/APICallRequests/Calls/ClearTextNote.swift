import APICallContracts
import APICallHTTP
import APICallLanguage
package import APICallModel
import APICallSafety
import APICallText
import YAMLTree

/// The warning that credentials are sent over plain HTTP, where anyone on the way can read them.
package enum ClearTextNote {
  /// Returns a line for standard error; empty if there is nothing to warn about.
  package static func text(of call: Call) -> String {
    guard let authorization = call.authorization,
      authorization.credential != nil || authorization.signer?.hidesSecrets == false,
      call.mock == nil
    else { return "" }
    return text(
      type: authorization.type, at: authorization.mark, to: call.request.url.origin)
  }

  /// The warning for an endpoint, if its host is known without any input.
  ///
  /// Returns a line for standard error; empty if there is nothing to warn about.
  package static func text(of endpoint: EndpointSpec, by director: any HostDirector) -> String {
    guard endpoint.auth != nil, let origin = try? director.host(in: Scope()).origin,
      let auth = endpoint.addressed(to: origin).auth, let kind = auth.kind, !kind.hidesSecrets
    else { return "" }
    return text(type: kind.name, at: auth.typeMark, to: origin)
  }

  private static func text(type: String, at mark: Mark, to origin: Origin) -> String {
    guard origin.scheme == .http, !origin.isLoopback else { return "" }
    let place = "\(mark.source.name):\(mark.start.line)"
    let note =
      "apicall: the credentials of auth '\(type)' (\(place)) go to \(origin) without TLS:"
      + " anyone between you and the server can read them"
    return TerminalText.line(note) + "\n"
  }
}
