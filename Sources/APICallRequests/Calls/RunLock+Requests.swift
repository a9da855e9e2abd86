package import APICallBase
package import APICallHTTP
import APICallLanguage
package import APICallModel
package import APICallSafety
import APICallText
package import YAMLTree

extension RunLock {
  /// Decides whether a request may be sent; a Host field that the user typed may name any server.
  ///
  /// Returns the reason if it may not be sent.
  package func refusal(
    of request: OutgoingRequest, for endpoint: EndpointSpec, with secrecy: Secrecy
  ) -> Refusal? {
    let isTyped = endpoint.headers.contains {
      $0.name.lowercased() == "host" && $0.mark.source.isOption
    }
    let host = isTyped ? nil : request.headers.first { $0.isNamed("Host") }
    return refusal(
      of: request.isForCredentials && !request.isChosen ? nil : request.method,
      to: request.url.origin, host: host?.value.revealed,
      containing: request.contentSecrecy, with: secrecy)
  }
}

extension RunLock.Refusal {
  package func diagnostic(
    at mark: Mark?, wanting wanted: (SecretRoot) -> SecretGrant? = { _ in nil }
  ) -> Message {
    switch self {
    case .origin(let origin, let key):
      let shown = key.masking(origin.description)
      return Message(
        "\(key.subject), which is for \(key.origins), so the run may not reach \(shown)", at: mark,
        hint: shown == origin.description && key.folder != nil
          ? "\(key.command(wanted) { if !$0.reach.contains(origin) { $0.reach.append(origin) } }) lets the run reach it, without the secret"
          : nil)
    case .newOrigin(let origin, let key):
      let shown = key.masking(origin.description)
      let command = key.command(wanted) { $0.reach.removeAll { $0 == origin } }
      return Message(
        "\(key.subject), which was stored for \(shown) only after it was granted", at: mark,
        hint: "\(command) grants it for all its origins")
    case .method(let method, let key):
      let methods = SecretRefusal.list(key.grant.methods ?? [])
      return Message(
        "the run may send only \(methods): \(key.subject), which is granted for these, not for \(method)",
        at: mark, hint: "\(key.command(wanted) { $0.add(method) }) grants it")
    case .content(let key):
      return Message(
        "\(key.subject), which is granted for 'auth' and header fields, not for URLs and bodies",
        at: mark, hint: "\(key.command(wanted) { $0.allowsContent = true }) grants it")
    case .host(let host, let origin):
      return Message(
        "the field Host is '\(host)', but the request goes to \(origin), and a file that is not trusted "
          + "uses stored secrets", at: mark, hint: "leave out the field")
    }
  }
}

extension RunLock.Key {
  fileprivate var subject: String {
    guard let folder else { return "a file that is not trusted gets the secret '\(root.name)'" }
    let files =
      folder == "." ? "files here are not trusted" : "files in '\(folder)' are not trusted"
    return "\(files) and use the secret '\(root.name)'"
  }

  fileprivate var origins: String {
    let allowed = root.origins.filter { allows($0) }
    return SecretRefusal.list(
      (allowed.isEmpty ? grant.origins ?? root.origins : allowed).map { masking($0.description) })
  }

  /// A text without the secret.
  fileprivate func masking(_ text: String) -> String {
    Redactor([root.secret.value.revealedBytes]).masking(text)
  }

  /// Returns the command, in quotes.
  fileprivate func command(
    _ wanted: (SecretRoot) -> SecretGrant?, _ change: (inout SecretGrant) -> Void
  ) -> String {
    var grant = grant
    if let wanted = wanted(root) { grant.join(wanted) }
    change(&grant)
    return grant.command(for: root.name, in: folder ?? ".")
  }
}

extension EndpointSpec {
  /// The place of its URL, or of its host.
  var targetMark: Mark? { (url?.template ?? host)?.mark }
}

extension SecretGrant {
  mutating func join(_ other: SecretGrant) {
    methods = methods.flatMap { own in
      other.methods.map { own + $0.filter { !own.contains($0) } }
    }
    if other.allowsContent { allowsContent = true }
    reach += other.reach.filter { !reach.contains($0) }
  }

  /// The command that gives the grant, in quotes.
  func command(for secret: String, in folder: String) -> String {
    var words = ["apicall secrets grant", secret]
    if folder != "." { words.append(ShellWord.path(folder)) }
    if let methods, methods != Self.usualMethods {
      words.append("--methods \(methods.joined(separator: ","))")
    }
    if allowsContent { words.append("--body") }
    words += reach.map { "--reach \($0)" }
    return "'\(words.joined(separator: " "))'"
  }
}
