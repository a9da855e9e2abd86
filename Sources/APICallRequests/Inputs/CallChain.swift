package import APICallBase
import APICallHTTP
import APICallLanguage
package import APICallModel
package import APICallSafety
package import APICallText
package import YAMLTree

/// The files that led to a call, up to the file that was run.
///
/// The first one is the script or endpoint that makes the call, the next one what called that. All
/// of them have to be trusted, since each has influence on the call.
package final class CallChain: Sendable {
  private let file: EndpointSpec
  private let origins: @Sendable () -> [Origin]
  private let caller: CallChain?

  private init(
    _ file: EndpointSpec, naming origins: @escaping @Sendable () -> [Origin],
    after caller: CallChain?
  ) {
    self.file = file
    self.origins = origins
    self.caller = caller
  }

  package convenience init(_ script: ScriptSpec, after caller: CallChain?) {
    self.init(script.head, naming: { script.namedOrigins }, after: caller)
  }

  package convenience init(_ endpoint: EndpointSpec, after caller: CallChain?) {
    self.init(endpoint, naming: { endpoint.namedOrigins }, after: caller)
  }

  /// Why the first untrusted file is not trusted; nil if the user trusts all of them.
  package func distrust(in world: World) -> Distrust? {
    file.distrust(of: file.source, in: world) ?? caller?.distrust(in: world)
  }

  /// The origins that the files contain as plain text.
  var namedOrigins: [Origin] { origins() + (caller?.namedOrigins ?? []) }
}

extension EndpointSpec {
  /// Why a file may not use the user's own data; nil if the user trusts all files of the call and
  /// all that led to it.
  package func distrust(
    asking source: Source? = nil, after chain: CallChain?, in world: World
  ) -> Distrust? {
    distrust(of: source ?? self.source, in: world) ?? chain?.distrust(in: world)
  }

  /// The origins that the file and the profile in use contain as plain text.
  var namedOrigins: [Origin] {
    var origins: [Origin] = []
    if let literal = (host ?? url?.origin)?.literal, let address = try? HostAddress(literal) {
      origins.append(address.origin)
    }
    return origins + (profile?.origins ?? [])
  }
}

extension ScriptSpec {
  /// The origins that the script, the profile in use, and the called files contain as plain text.
  fileprivate var namedOrigins: [Origin] {
    head.namedOrigins + endpoints.flatMap(\.namedOrigins)
  }
}

/// The sources of input values, besides the command line and the file itself.
package struct InputSources: Sendable {
  /// The environment variables that any file may read: `--allow-env`.
  package var allowedVariables: [String] = []
  /// Whether any file may use the user's netrc file: `--netrc`.
  package var allowsNetrc = false
  /// What led to the call; nil for the file that is run.
  package var chain: CallChain?
  /// The inputs of the profile; an endpoint ignores those that it does not declare.
  package var profileInputs: [ProfileInput] = []

  /// A value that a profile gives to the inputs of one name.
  package struct ProfileInput: Sendable {
    package var name: String
    package var value: Value
    package var mark: Mark
  }

  package init() {}
}
