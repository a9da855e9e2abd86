import APICallBase
package import APICallHTTP

extension EndpointReader {
  /// The names that a spec may use of what is built in or installed.
  package struct Vocabulary: Sendable {
    package var formatters: [String]
    package var requesters: [String]
    package var decoders: [DecoderEntry]
    package var authTypes: [AuthEntry]
    /// What is installed besides; nil where nothing is looked for.
    package var supply: (any PluginSupply)?
    /// What the command line sets of options.
    package var assignments: [OptionAssignment] = []

    package init(
      formatters: [String], requesters: [String], decoders: [DecoderEntry] = [],
      authTypes: [AuthEntry] = []
    ) {
      self.formatters = formatters
      self.requesters = requesters
      self.decoders = decoders
      self.authTypes = authTypes
    }

    /// The names that there are of a role.
    func names(of role: Role) -> [String] {
      let builtIn: [String] =
        switch role {
        case .formatter: formatters
        case .requester: requesters
        case .decoder: decoders.map { $0.name }
        case .auth: authTypes.map { $0.name }
        case .secret: []
        }
      return builtIn + (supply?.names(of: role) ?? [])
    }

    /// The options of what has a name.
    ///
    /// - Parameters:
    ///   - role: what it is used as.
    ///   - name: the name.
    /// - Returns: its options; nil where nothing has that name.
    /// - Throws: a ``Failure`` where what has it cannot be used.
    func options(of role: Role, named name: String) throws(Failure) -> [RoleOption]? {
      switch role {
      case .formatter:
        if formatters.contains(name) { return [] }
        return try supply?.formatter(named: name)?.options
      case .requester:
        if requesters.contains(name) { return [] }
        return try supply?.requester(named: name)?.options
      case .decoder: return try decoder(named: name)?.options
      case .auth: return try authType(named: name)?.options
      case .secret: return nil
      }
    }

    /// Finds a decoder.
    func decoder(named name: String) throws(Failure) -> DecoderEntry? {
      if let entry = decoders.first(where: { $0.name == name }) { return entry }
      return try supply?.decoder(named: name)
    }

    /// Finds a way to authorise requests.
    func authType(named name: String) throws(Failure) -> AuthEntry? {
      if let entry = authTypes.first(where: { $0.name == name }) { return entry }
      return try supply?.authType(named: name)
    }
  }
}
