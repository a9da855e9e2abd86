import APICallBase
import APICallContracts
import APICallHTTP
import APICallLanguage
package import APICallModel
import APICallText
import YAMLTree

extension SpecReading {
  mutating func auth(_ entry: Node.Entry) -> AuthDeclaration? {
    var auth = AuthDeclaration(mark: entry.keyMark)
    guard let entries = entry.value.entries else {
      guard let scalar = entry.value.scalar, scalar.kind != .null
      else { return reject(entry, takes: "the name of a type, or a map with it") }
      auth.type = WrittenName(text: scalar.text, mark: entry.value.mark)
      return auth
    }
    for option in entries {
      if option.key == "type" {
        auth.type = name(option)
        if auth.type == nil { return nil }
      } else if let inner = option.value.entries {
        for entry in inner {
          guard let value = template(entry) else { continue }
          auth.options.append(
            GivenOption(name: "\(option.key).\(entry.key)", mark: entry.keyMark, value: value))
        }
      } else if let items = option.value.items {
        var given = GivenOption(
          name: option.key, mark: option.keyMark, value: spaced(items, of: option))
        given.isList = true
        auth.options.append(given)
      } else if let value = template(option) {
        auth.options.append(GivenOption(name: option.key, mark: option.keyMark, value: value))
      }
    }
    return auth
  }

  /// The texts of a list as one, with a space between each two.
  private mutating func spaced(_ items: [Node], of option: Node.Entry) -> Template {
    var parts: [Template.Part] = []
    func add(_ part: Template.Part) {
      if case .text(let text) = part, case .text(let last) = parts.last {
        parts[parts.count - 1] = .text(last + text)
      } else {
        parts.append(part)
      }
    }
    for item in items {
      let entry = Node.Entry(key: option.key, keyMark: option.keyMark, value: item)
      guard let template = template(entry) else { continue }
      if !parts.isEmpty { add(.text(" ")) }
      for part in template.parts { add(part) }
    }
    return Template(parts: parts, mark: option.value.mark)
  }

  /// Looks up the type after the whole file is read, and checks its options.
  ///
  /// Returns the auth with its type; nil if it is switched off, or if the command line sets a
  /// header field or a query item in its place.
  mutating func settledAuth(of endpoint: EndpointSpec, among registry: Registry) -> AuthDeclaration?
  {
    guard var auth = endpoint.auth else { return nil }
    let none = AuthDeclaration.none
    guard let type = auth.type else {
      let names = registry.names(of: .auth)
      // `auth: {basic: {username: a}}`
      let meant = auth.options.first { names.contains($0.name) }?.name
      report(
        auth, "'auth' has no type", at: auth.mark,
        hint: meant.map { "write auth: {type: \($0), …}, with the options of '\($0)' beside it" }
          ?? "add 'type: …': \(WordList.alternatives(names + [none]))")
      return auth
    }
    let found: AuthEntry?
    do {
      found = try registry.authType(named: type.text)
    } catch {
      reportUnusable(type.text, at: type.mark, error)
      return auth
    }
    guard let kind = found else {
      if type.text == none {
        guard let option = auth.options.first else { return nil }
        report(
          auth, "auth 'none' has no field '\(option.name)'", at: option.mark,
          hint: "remove the line, or name a type")
        return nil
      }
      let names = registry.names(of: .auth)
      // `auth: bearer <token>`
      let meant = names.first { type.text.hasPrefix("\($0) ") }
      report(
        auth, "unknown auth type '\(type.text)'", at: type.mark,
        hint: meant.map { "write auth: {type: \($0), …}, with the options of '\($0)' beside it" }
          ?? Nearest.hint(for: type.text, among: names + [none], noun: "types"))
      return auth
    }
    auth.kind = kind
    auth.assignments = registry.assignments.filter { $0.owner == kind.name }
    check(auth, of: kind)
    if let place = auth.place, checkPlace(place, of: auth, in: endpoint) { return nil }
    return auth
  }

  private mutating func check(_ auth: AuthDeclaration, of kind: AuthEntry) {
    let count = problems.count
    for given in auth.options {
      guard let option = kind.option(for: given.name) else {
        report(
          auth, "auth '\(kind.name)' has no field '\(given.name)'", at: given.mark,
          hint: Nearest.hint(
            for: given.name, among: kind.options.map(\.name) + ["type"], noun: "fields"))
        continue
      }
      check(given, as: option, of: auth)
    }
    for option in kind.requiredOptions {
      guard !auth.options.contains(where: { $0.name == option.name }),
        option.defaultValue == nil,
        !auth.assignments.contains(where: { $0.option == option.name })
      else { continue }
      report(
        auth, "auth '\(kind.name)' has no '\(option.name)'", at: auth.typeMark,
        hint: option.kind == .secret
          ? Self.inputHint(for: option)
          : "add '\(option.name): …': \(option.summary.lowercasedFirst)")
    }
    guard problems.count == count else { return }
    do {
      try kind.check(
        auth.options.map(\.name) + auth.assignments.map(\.option), auth.literals)
    } catch {
      report(
        auth, error.message, at: error.option.flatMap { auth.option($0) }?.mark ?? auth.typeMark,
        hint: error.hint)
    }
  }

  private mutating func check(
    _ given: GivenOption, as option: RoleOption, of auth: AuthDeclaration
  ) {
    let literal = given.value.literal
    if given.isList, option.kind != .list {
      return report(auth, "'\(option.name)' takes one value, not a list", at: given.mark)
    }
    switch option.kind {
    case .template, .text, .list: break
    case .map:
      guard given.name == option.name else { return }
      report(auth, "'\(option.name)' takes a map of names and values", at: given.value.mark)
    case .url:
      guard literal == nil else { return }
      report(
        auth, "'\(option.name)' has a placeholder", at: given.value.mark,
        hint: "write the URL out; a profile can have another 'auth'")
    case .integer, .number, .boolean, .delimiter, .names:
      guard let literal, let wanted = option.wanted(inPlaceOf: literal) else { return }
      report(auth, "'\(option.name)' takes \(wanted), not '\(literal)'", at: given.value.mark)
    case .secret:
      // Values on the command line belong to the user; an empty text is not a secret.
      guard let literal, !literal.isEmpty, !given.mark.source.isOption else { return }
      report(
        auth, "'\(option.name)' is written out; secrets do not belong in files", at: given.mark,
        hint: Self.inputHint(for: option))
    case .words(let words):
      guard literal.map({ !words.contains($0) }) ?? true else { return }
      report(
        auth,
        "'\(option.name)' takes \(WordList.alternatives(words)), not '\(given.value.written)'",
        at: given.value.mark)
    case .name:
      guard literal.map({ !HeaderSyntax.isName($0) }) ?? true else { return }
      report(
        auth, "'\(given.value.written)' cannot be the '\(option.name)' of a credential",
        at: given.value.mark,
        hint: "write letters, digits and hyphens, without spaces, colons or placeholders")
    }
  }

  private static func inputHint(for option: RoleOption) -> String {
    "write '\(option.name): <secret.NAME>' after 'apicall secrets set NAME --origin ORIGIN', or"
      + " '\(option.name): <\(option.name)>' and, under 'inputs',"
      + " '\(option.name): {secret: true, env: NAME}'"
  }

  /// Finds another value in the place of a credential.
  ///
  /// Returns whether the value comes from the command line, and so replaces the credential.
  private mutating func checkPlace(
    _ place: AuthPlace, of auth: AuthDeclaration, in endpoint: EndpointSpec
  ) -> Bool {
    let endpoint = endpoint.boundEndpoint
    guard endpoint.auth != nil else { return false }
    let others: [WrittenItem]
    let field: String
    switch place {
    case .header(let name):
      field = "headers"
      others = endpoint.headers.filter { $0.name.lowercased() == name.lowercased() }
      if Self.framingFields.contains(name.lowercased()) || name.lowercased() == "host" {
        report(
          auth, "'\(name)' cannot contain a credential: apicall sets it for each request",
          at: auth.option("name")?.mark ?? auth.typeMark, hint: "name another header field")
      }
    case .query(let name):
      field = "query"
      others = endpoint.query.filter { $0.name == name }
    case .cookie: return false
    }
    if others.contains(where: { $0.mark.source.isOption }) { return true }
    guard let other = others.first(where: { !$0.values.isEmpty }) else { return false }
    var problem = Message(
      "both 'auth' and '\(field)' set '\(other.name)'", at: other.mark,
      hint: "remove one of them; 'auth: none' switches off an inherited one")
    problem.notes = [Message.Note("the auth", at: auth.typeMark)]
    report(masked(problem, of: auth))
    return false
  }

  private mutating func report(
    _ auth: AuthDeclaration, _ message: String, at mark: Mark, hint: String? = nil
  ) {
    report(masked(Message(message, at: mark, hint: hint), of: auth))
  }

  /// A problem that does not show a secret, even if its line contains one.
  private func masked(_ problem: Message, of auth: AuthDeclaration) -> Message {
    var problem = problem
    problem.redactor = auth.redactor
    return problem
  }
}

extension AuthDeclaration {
  package func option(_ name: String) -> GivenOption? { options.first { $0.name == name } }
}

extension String {
  /// The text as it continues after a colon: beginning with a small letter, without a full stop.
  fileprivate var lowercasedFirst: String {
    let text = hasSuffix(".") ? dropLast() : self[...]
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
