/// What a plugin says of itself: the file `plugin.json` in its folder.
public struct PluginManifest: Sendable, Hashable {
  /// The most octets of the file: 64 KiB.
  public static let longestFile = 64 << 10
  /// The name of the file in the plugin's folder.
  public static let fileName = "plugin.json"

  /// The plugin's name, which is its folder's: small letters, digits and hyphens.
  public var name: String
  /// Its version, in words of its own; empty where it has none.
  public var version = ""
  /// One line that says what it is for; empty where it has none.
  public var summary = ""
  /// The program, relative to the folder.
  public var program: String
  /// The versions of the protocol that it speaks.
  public var protocols = [1]
  /// The features of the host that it cannot do without.
  public var requiredFeatures: [String] = []
  /// What it can be used as; at least one.
  public var roles: [PluginRole]
  /// What can be set.
  public var options: [PluginOption] = []
  /// The variables of the environment that it gets besides the usual ones.
  public var environment: [String] = []
  /// The hosts whose requests it may authorise, `*.` at the beginning standing for any labels; all of
  /// them where it names none.
  public var hosts: [String] = []
  /// How long it may be silent; nil for the usual time.
  public var silence: Duration?
  /// The name of its manual page, such as `apicall-jq.1`.
  public var manualPage: String?
  /// Its licence, by its SPDX identifier.
  public var license: String?
  /// Where it comes from.
  public var homepage: String?

  /// Creates a manifest of which only the necessary is known.
  ///
  /// - Parameters:
  ///   - name: the plugin's name.
  ///   - program: the program, relative to the folder.
  ///   - roles: what it can be used as.
  public init(name: String, program: String, roles: [PluginRole]) {
    self.name = name
    self.program = program
    self.roles = roles
  }
}

/// What a plugin can be used as.
public struct PluginRole: Sendable, Hashable {
  /// The five roles.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Turns a request into an answer.
    case requester
    /// Turns a request into what authorises it.
    case auth
    /// Turns the octets of a body into values.
    case decoder
    /// Turns values into the octets that are printed.
    case formatter
    /// Keeps secrets.
    case secret

    /// Whether its program is a filter from standard input to standard output, and speaks no frames.
    public var isFilter: Bool { self == .decoder || self == .formatter }
  }

  /// How long one process lives.
  public enum Lifetime: String, Sendable, Hashable, CaseIterable {
    /// For one call.
    case call
    /// For all calls of a run.
    case run
  }

  /// What of a request an auth plugin is told besides its method and URL.
  public enum Need: String, Sendable, Hashable, CaseIterable {
    /// The header fields.
    case headers
    /// The SHA-256 of the body, in hexadecimal digits.
    case bodyDigest = "body_sha256"
    /// The body.
    case body
    /// The challenges of a server that refused its credentials: it is asked once more, then.
    case challenges
  }

  /// The role.
  public var kind: Kind
  /// The names by which it is asked for; at least one.
  public var names: [String]
  /// The media types that a decoder reads, or that a formatter takes.
  public var accepts: [String] = []
  /// The media type that a decoder writes; nil for JSON.
  public var produces: String?
  /// How a formatter wants the values of a stream or list: `values`, `document` or `records`; nil for
  /// `values`.
  public var layout: String?
  /// How long one process lives.
  public var lifetime = Lifetime.call
  /// What of a request an auth plugin is told.
  public var needs: [Need] = []
  /// The URL schemes that a requester serves.
  public var schemes = ["http", "https"]

  /// Creates a role.
  ///
  /// - Parameters:
  ///   - kind: the role.
  ///   - names: the names by which it is asked for.
  public init(_ kind: Kind, names: [String]) {
    self.kind = kind
    self.names = names
  }
}

/// Something about a plugin that can be set.
public struct PluginOption: Sendable, Hashable {
  /// What an option takes.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Any text.
    case string
    /// A whole number.
    case integer
    /// A number.
    case number
    /// `true` or `false`.
    case boolean
  }

  /// The name: small letters, digits, `-` and `_`.
  public var name: String
  /// What it takes.
  public var kind = Kind.string
  /// The value without any, as text; nil for none.
  public var defaultValue: String?
  /// The only values that there are; any where it is empty.
  public var choices: [String] = []
  /// Whether nothing goes without it.
  public var isRequired = false
  /// Whether it is never shown.
  public var isSecret = false
  /// One line that says what it is for.
  public var summary = ""

  /// Creates an option.
  ///
  /// - Parameter name: the name.
  public init(_ name: String) { self.name = name }
}
