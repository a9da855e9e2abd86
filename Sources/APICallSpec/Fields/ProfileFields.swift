import APICallBase
import APICallHTTP
import YAMLTree

/// The fields of a profile.
enum ProfileFields {
  static let all: [Field<Project.Profile>] = [
    Field(
      "host", "text", .textMatching(SchemaPattern.literalHost),
      "The host of every endpoint that names none."
    ) {
      $0.host = $2.host($1)
    },
    Field(
      "hosts", "a map of hosts",
      .map(of: .textMatching(SchemaPattern.literalHost), named: "NAME", keys: .identifiers),
      "Other hosts, by name."
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
      "The header fields of requests to these hosts."
    ) {
      profile, entry, reading in
      var endpoint = Endpoint(source: entry.keyMark.source)
      endpoint.headers = reading.items(entry, nested: "a header field is one line of text")
      reading.checkHeaders(of: endpoint)
      guard entry.value.entries != nil else { return }
      profile.headers = entry
      profile.headers?.value = entry.value.spreadingRaw()
    },
    Field(
      "auth", "the name of a type, or a map with it", .auth,
      "How requests to these hosts are authorised."
    ) {
      profile, entry, reading in
      guard reading.auth(entry) != nil else { return }
      profile.auth = entry
      profile.auth?.value = entry.value.spreadingRaw()
    },
    Field(
      "inputs", "a map of values", .map(of: .anything, named: "NAME"),
      "Values of inputs, for endpoints that have them."
    ) {
      $0.inputs = $2.map($1.value, of: "'inputs'") ?? []
    },
  ]
}

extension SpecReading {
  /// Reads a host; nil, with a problem, where the value is none.
  fileprivate mutating func host(_ entry: Node.Entry) -> Project.Host? {
    guard let text = text(entry) else { return nil }
    do {
      return Project.Host(
        name: entry.key, mark: entry.value.mark, address: try HostAddress(text))
    } catch {
      var problem = error.diagnostic(of: text, at: entry.value.mark)
      if error == .forbidden("<") {
        problem.hint = "placeholders are not read here; write a profile for each of the hosts"
      }
      report(problem)
      return nil
    }
  }
}
