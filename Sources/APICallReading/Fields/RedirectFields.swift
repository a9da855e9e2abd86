import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import YAMLTree

/// The fields of `redirects:`.
enum RedirectFields {
  static let shape = FieldShape.either([number, .table(all)])

  private static let number = FieldShape.number(isWhole: true, 0...Double(RedirectRule.mostHops))

  static let all: [Field<RedirectRule>] = [
    Field(
      "follow", "a whole number", number, "The maximum number of redirects to follow; 0 for none."
    ) {
      guard let limit = $2.count($1, upTo: RedirectRule.mostHops) else { return }
      $0.limit = limit
    },
    Field(
      "forward", "a list of names of header fields",
      .list(of: .textMatching(SchemaPattern.headerName)),
      "The header fields that are also sent to other origins."
    ) { $0.forward = $2.forwardedNames($1) },
    Field(
      "method", "keep or rewrite", .words(RedirectRule.MethodChoice.allCases.map(\.rawValue)),
      "Whether a 301 or a 302 changes POST to GET: keep or rewrite."
    ) {
      let choice = $2.word($1, of: RedirectRule.MethodChoice.self, "choices") {
        "'\($0)' is not a choice for the method"
      }
      if let choice { $0.rewritesMethod = choice == .rewrite }
    },
  ]
}

extension SpecReading {
  mutating func redirectRule(_ entry: Node.Entry) -> RedirectRule? {
    countedRule(
      entry, RedirectRule(), as: RedirectFields.all, upTo: RedirectRule.mostHops,
      hint: "as in 'redirects: 10', or 'redirects: {follow: 10}'", example: 5
    ) { $0.limit = $1 }
  }

  /// Reads the names of header fields that may leave the origin; names that may not are left out.
  fileprivate mutating func forwardedNames(_ entry: Node.Entry) -> [WrittenName] {
    (list(entry) ?? []).compactMap { node in
      guard let name = headerName(entry.holding(node)) else { return nil }
      guard !CredentialFields.contain(name) else {
        return reject(
          "'\(name)' cannot be forwarded: it is a credential", at: node.mark,
          hint: "credentials are sent only to the origin of the call")
      }
      guard name.lowercased() != "host", !Self.framingFields.contains(name.lowercased()) else {
        return reject(
          "'\(name)' cannot be forwarded: apicall sets it for each request", at: node.mark,
          hint: "remove the name")
      }
      return WrittenName(text: name, mark: node.mark)
    }
  }

  /// Checks that forwarded fields exist and are not secret.
  ///
  /// Fields that the project file forwards are for all of its calls, whether a call has them or
  /// not.
  mutating func checkRedirects(of endpoint: EndpointSpec) {
    guard let forward = endpoint.redirects?.forward, !forward.isEmpty, !isPartial else { return }
    let secrets = endpoint.secretNames
    for name in forward where !endpoint.isOfProject(name.mark) {
      let header = endpoint.headers.first { $0.name.lowercased() == name.text.lowercased() }
      guard let header else {
        // Other fields may be added by `--header`.
        let near = Nearest.word(to: name.text, among: endpoint.headers.map(\.name))
        if let near {
          report(
            "no header field is named '\(name.text)'", at: name.mark,
            hint: "did you mean '\(near)'?")
        }
        continue
      }
      let placeholders = header.values.flatMap(\.placeholders)
      if let secret = placeholders.lazy.compactMap({ $0.firstSecret(among: secrets) }).first {
        report(
          "'\(name.text)' cannot be forwarded: it contains the secret '\(secret)'", at: name.mark,
          hint: "secrets are sent only to the origin of the call")
      }
    }
  }
}
