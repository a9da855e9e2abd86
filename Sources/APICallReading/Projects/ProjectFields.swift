import APICallBase
import APICallHTTP
import APICallModel
import APICallSafety
import YAMLTree

/// The fields of the project file, in the order that apicall-project(5) documents them.
package enum ProjectFields {
  static let all: [Field<ProjectSpec>] = [
    Field(
      "profile", "text", .text,
      "The profile to use if neither --profile nor APICALL_PROFILE names one."
    ) {
      $0.defaultProfile = $2.name($1)
    },
    Field(
      "profiles", "a map of profiles", .map(of: .table(profile), named: "NAME"),
      "Named sets of settings, such as one for each stage."
    ) {
      project, entry, reading in
      guard let entries = reading.map(entry.value, of: "'profiles'") else { return }
      for entry in entries {
        var profile = ProjectSpec.Profile(name: entry.key, mark: entry.keyMark)
        let before = reading.problems.count
        reading.read(entry.value, as: ProjectFields.profile, into: &profile, named: "a profile")
        if reading.problems.count == before { reading.checkIdentity(of: profile) }
        project.profiles.append(profile)
      }
    },
    Field(
      "defaults", "a map of an endpoint's fields", .endpoint,
      "Fields that every endpoint of the project inherits."
    ) { if $2.checkDefaults($1) { $0.defaults = $1.value.spreadingRaw() } },
    Field(
      "guard", "a map from origins to lists of methods",
      .map(of: .list(of: .textMatching(SchemaPattern.method)), named: "ORIGIN"),
      "The methods that are allowed at an origin without --allow-write."
    ) { $0.guards = $2.guards($1) },
  ]

  /// The fields of a profile.
  static let profile: [Field<ProjectSpec.Profile>] = [
    Field(
      "host", "text", .textMatching(SchemaPattern.literalHost),
      "The host of every endpoint that does not name one."
    ) { $0.host = $2.host($1) },
    Field(
      "hosts", "a map of hosts",
      .map(of: .textMatching(SchemaPattern.literalHost), named: "NAME", keys: .identifiers),
      "Other hosts by name."
    ) {
      profile, entry, reading in
      guard let entries = reading.map(entry.value, of: "'hosts'") else { return }
      for entry in entries {
        reading.checkName(entry, reserved: [], kind: "a host")
        if let host = reading.host(entry) { profile.hosts.append(host) }
      }
    },
    Field(
      "headers", "a map of texts", .items(keys: .requestHeaders),
      "Header fields for requests to this profile's own hosts."
    ) {
      profile, entry, reading in
      let headers = reading.items(entry, nested: "a header field is one line of text")
      reading.checkHeaders(
        of: EndpointSpec(source: entry.keyMark.source).with { $0.headers = headers })
      guard entry.value.entries != nil else { return }
      profile.headers = entry.holding(entry.value.spreadingRaw())
    },
    Field(
      "auth", "the name of a type, or a map with it", .auth,
      "How requests to this profile's own hosts are authorised."
    ) {
      profile, entry, reading in
      guard reading.auth(entry) != nil else { return }
      profile.auth = entry.holding(entry.value.spreadingRaw())
    },
    Field(
      "ca", "a path", .path,
      "A PEM file with the CA certificates to trust at this profile's own hosts, in place of the "
        + "system's."
    ) { $0.authorities = $2.name($1) },
    Field(
      "cert", "a path", .path,
      "A PEM file with the client certificate for this profile's own hosts; it may have the key, too."
    ) { $0.certificate = $2.name($1) },
    Field(
      "key", "a path", .path, "A PEM file with the key of 'cert', without a passphrase."
    ) { $0.key = $2.name($1) },
    Field(
      "pin", "text", .text,
      "The keys of which this profile's own hosts have one: sha256//BASE64, separated by ';'."
    ) { $0.pins = $2.pins($1) },
    Field(
      "inputs", "a map of values", .map(of: .anything, named: "NAME"),
      "Values of inputs that are not given on the command line."
    ) { $0.inputs = $2.map($1.value, of: "'inputs'") ?? [] },
  ]

  package static var descriptions: [FieldDescription] {
    all.map(\.about)
  }
}

extension SpecReading {
  static let ownFields = ["extends", "host", "url"]

  /// Checks the defaults as far as possible without an endpoint.
  ///
  /// Returns whether they are a map.
  fileprivate mutating func checkDefaults(_ entry: Node.Entry) -> Bool {
    guard let entries = map(entry.value, of: "'defaults'") else { return false }
    for entry in entries where Self.ownFields.contains(entry.key) {
      report(
        "'\(entry.key)' cannot be a default", at: entry.keyMark,
        hint: entry.key == "host"
          ? "a host belongs to a profile: 'profiles: {main: {host: …}}', and 'profile: main'"
          : "write it in each endpoint")
    }
    var draft = EndpointDraft(endpoint: EndpointSpec.Parts(source: entry.keyMark.source))
    read(entry.value, as: EndpointFields.all, into: &draft, named: "'defaults'")
    checkHeaders(of: EndpointSpec(draft.endpoint))
    return true
  }

  fileprivate mutating func guards(_ entry: Node.Entry) -> [ProjectSpec.Guard] {
    guard let entries = map(entry.value, of: "'guard'") else { return [] }
    var guards: [ProjectSpec.Guard] = []
    for entry in entries {
      guard let origin = origin(entry), let items = list(entry) else { continue }
      var methods: [String] = []
      for item in items {
        guard let method = item.scalar?.text, HeaderSyntax.isName(method),
          method == method.uppercased()
        else {
          report(
            "'guard' takes lists of methods, not of \(described(item))", at: item.mark,
            hint: "methods are in capitals: [GET, HEAD]")
          continue
        }
        methods.append(method)
      }
      guards.append((origin, entry.keyMark, methods))
    }
    return guards
  }

  /// Checks that a profile whose hosts have to prove who they are has one that uses TLS.
  fileprivate mutating func checkIdentity(of profile: ProjectSpec.Profile) {
    guard profile.identity != nil, !profile.origins.contains(where: { $0.scheme == .https }) else {
      return
    }
    report(
      "'ca' and 'pin' have no effect without a host of https", at: profile.mark,
      hint: "write 'host: https://…', or remove them")
  }

  fileprivate mutating func pins(_ entry: Node.Entry) -> KeyPins? {
    guard let text = text(entry) else { return nil }
    do throws(MalformedSetting) {
      return try KeyPins(text)
    } catch {
      return reject(error.reason, at: entry.value.mark, hint: error.hint)
    }
  }

  private mutating func origin(_ entry: Node.Entry) -> Origin? {
    do {
      let address = try HostAddress(entry.key)
      guard entry.key.contains("://") else {
        return reject(
          "'\(entry.key)' has no scheme, but 'guard' takes origins", at: entry.keyMark,
          hint: "write \(address.origin); http://… is another origin")
      }
      guard address.basePath.isEmpty else {
        return reject(
          "'\(entry.key)' has a path, but 'guard' takes origins", at: entry.keyMark,
          hint: "write \(address.origin)")
      }
      return address.origin
    } catch { return reject(error.diagnostic(of: entry.key, at: entry.keyMark)) }
  }

  fileprivate mutating func host(_ entry: Node.Entry) -> ProjectSpec.Host? {
    guard let text = text(entry) else { return nil }
    do {
      return ProjectSpec.Host(
        name: entry.key, mark: entry.value.mark, address: try HostAddress(text))
    } catch {
      var problem = error.diagnostic(of: text, at: entry.value.mark)
      if error == .forbidden("<") {
        problem.hint = "placeholders are not allowed here; write a profile for each host"
      }
      return reject(problem)
    }
  }
}
