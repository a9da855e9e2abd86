package import APICallHTTP
package import APICallSafety
package import YAMLTree

/// The project file `apicall.yaml`: the settings that its endpoints share.
package struct ProjectSpec: Sendable {
  /// Whether a file with a name would be read as an endpoint, a script or a project file.
  ///
  /// Returns whether it ends in `.yaml`.
  package static func reads(_ name: String) -> Bool {
    // A comparison of bytes: a mark before the dot would form one character with it.
    name.utf8.suffix(5).elementsEqual(".yaml".utf8) { $0 | 0x20 == $1 | 0x20 }
  }

  package var root: String
  package var source: Source
  package var defaultProfile: WrittenName?
  package var profiles: [Profile] = []
  package var defaults: Node?
  package var guards: [Guard] = []

  /// The methods that are allowed at an origin without `--allow-write`; the mark is the origin's.
  package typealias Guard = (origin: Origin, mark: Mark, methods: [String])

  package init(root: String, source: Source) {
    self.root = root
    self.source = source
  }

  /// A named set of settings, such as one for each stage.
  package struct Profile: Sendable {
    package var name: String
    package var mark: Mark
    /// The host of every endpoint that does not name one.
    package var host: Host?
    package var hosts: [Host] = []
    /// The header fields for requests to its hosts: the field with its map.
    package var headers: Node.Entry?
    /// How requests to its hosts are authorised: the field with its value.
    package var auth: Node.Entry?
    /// Values for inputs, by name; each is read when an endpoint has that input.
    package var inputs: [Node.Entry] = []
    /// The path of the file with the authorities to trust at its hosts, relative to the project.
    package var authorities: WrittenName?
    /// The paths of the client's certificate and of its key, as that of the authorities.
    package var certificate: WrittenName?
    package var key: WrittenName?
    /// The public keys of which its hosts must have one.
    package var pins: KeyPins?

    package init(name: String, mark: Mark) {
      self.name = name
      self.mark = mark
    }

    /// How its hosts prove who they are, apart from what stands in files.
    package var identity: ServerIdentity? {
      authorities == nil && pins == nil && certificate == nil && key == nil
        ? nil : ServerIdentity(of: origins, pins: pins)
    }

    package func host(named name: String) -> Host? { hosts.first { $0.name == name } }

    package var origins: [Origin] { ([host].compactMap { $0 } + hosts).map(\.address.origin) }

    package func owns(_ origin: Origin) -> Bool {
      host?.address.origin == origin || hosts.contains { $0.address.origin == origin }
    }
  }

  /// A host of a profile.
  package struct Host: Sendable {
    /// Its name under `hosts:`; `host` for the profile's main host.
    package var name: String
    /// The place of its address.
    package var mark: Mark
    package var address: HostAddress

    package init(name: String, mark: Mark, address: HostAddress) {
      self.name = name
      self.mark = mark
      self.address = address
    }
  }

  package var file: String { source.name }

  package func profile(named name: String) -> Profile? {
    profiles.first { $0.name == name }
  }
}

extension EndpointSpec {
  package func isOfProject(_ mark: Mark) -> Bool { mark.source === project?.source }

  /// The endpoint as it is sent to an origin.
  ///
  /// Headers, query and auth of the project file may contain credentials, and are sent only to the
  /// profile's own hosts.
  package func addressed(to origin: Origin?) -> EndpointSpec {
    guard hasProjectLayer else { return self }
    if let origin, profile?.owns(origin) == true { return self }
    return with { parts in
      parts.headers.removeAll { isOfProject($0.mark) }
      parts.query.removeAll { isOfProject($0.mark) }
      if let auth, isOfProject(auth.mark) { parts.auth = nil }
    }
  }

  package var hasProjectLayer: Bool {
    project?.defaults != nil || profile?.headers != nil || profile?.auth != nil
  }
}
