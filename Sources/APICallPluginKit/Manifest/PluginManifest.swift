/// The description of a plugin: the file `plugin.json` in its folder.
public struct PluginManifest: Sendable, Hashable {
  /// The largest number of bytes of the file: 64 KiB.
  public static let longestFile = 64 << 10
  /// The name of the file in the plugin's folder.
  public static let fileName = "plugin.json"

  /// The plugin's name, which is also its folder's name: lower-case letters, digits and hyphens.
  public var name: String
  /// The plugin's version, as free text; empty if it has none.
  public var version = ""
  /// The purpose of the plugin in one line; empty if it has none.
  public var summary = ""
  /// The path of the program, relative to the folder.
  public var program: String
  /// The versions of the protocol that the plugin supports.
  public var protocols = [1]
  /// The features that the plugin requires of the host.
  public var requiredFeatures: [String] = []
  /// The plugin's roles; at least one.
  public var roles: [PluginRole]
  /// The plugin's options.
  public var options: [PluginOption] = []
  /// The environment variables that the plugin gets in addition to the usual ones.
  public var environment: [String] = []
  /// The hosts whose requests the plugin may authorise.
  ///
  /// A leading `*.` stands for any labels. An empty list allows all hosts.
  public var hosts: [String] = []
  /// The longest time that the plugin may be silent; nil for the default.
  public var silence: Duration?
  /// The name of its manual page, such as `apicall-jq.1`.
  public var manualPage: String?
  /// The SPDX identifier of its licence.
  public var license: String?
  /// The URL of its website.
  public var homepage: String?

  /// Creates a manifest with the required members.
  ///
  /// - Parameters:
  ///   - name: the plugin's name.
  ///   - program: the program, relative to the folder.
  ///   - roles: the plugin's roles.
  public init(name: String, program: String, roles: [PluginRole]) {
    self.name = name
    self.program = program
    self.roles = roles
  }
}

/// A role of a plugin.
public struct PluginRole: Sendable, Hashable {
  /// The six roles.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Turns a request into a response.
    case requester
    /// Turns a request into its credentials.
    case auth
    /// Turns the bytes of a body into values.
    case decoder
    /// Turns values into the bytes that are printed.
    case formatter
    /// Stores secrets.
    case secret
    /// Shares a rate among all workers.
    case limiter

    /// Whether its program is a filter from standard input to standard output, without frames.
    public var isFilter: Bool { self == .decoder || self == .formatter || self == .limiter }
  }

  /// The lifetime of a process.
  public enum Lifetime: String, Sendable, Hashable, CaseIterable {
    /// One call.
    case call
    /// All calls of a run.
    case run
  }

  /// The moment at which the program of a formatter is started.
  public enum Start: String, Sendable, Hashable, CaseIterable {
    /// Before the request is sent, so that the program gets ready while the server works.
    case request
    /// When the first value arrives.
    case response
  }

  /// The parts of a request that an auth plugin receives in addition to its method and URL.
  public enum Need: String, Sendable, Hashable, CaseIterable {
    /// The header fields.
    case headers
    /// The SHA-256 of the body, in hexadecimal digits.
    case bodyDigest = "body_sha256"
    /// The body.
    case body
    /// The challenges of a server that rejected the credentials.
    ///
    /// The plugin is then asked again.
    case challenges
  }

  /// The kind of role.
  public var kind: Kind
  /// The names that the role can be requested by; at least one.
  public var names: [String]
  /// The media types that a decoder reads, or that a formatter accepts.
  public var accepts: [String] = []
  /// The media type that a decoder writes; nil for JSON.
  public var produces: String?
  /// The form in which a formatter receives the values of a stream or list: `values`, `document` or
  /// `records`; nil for `values`.
  public var layout: String?
  /// The moment at which the program of a formatter is started.
  public var start = Start.response
  /// The lifetime of a process.
  public var lifetime = Lifetime.call
  /// The parts of a request that an auth plugin receives.
  public var needs: [Need] = []
  /// The URL schemes that a requester supports.
  public var schemes = ["http", "https"]

  /// Creates a role.
  ///
  /// - Parameters:
  ///   - kind: the role.
  ///   - names: the names that the role can be requested by.
  public init(_ kind: Kind, names: [String]) {
    self.kind = kind
    self.names = names
  }
}

/// An option of a plugin.
public struct PluginOption: Sendable, Hashable {
  /// The types of options.
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

  /// The name: lower-case letters, digits, `-` and `_`.
  public var name: String
  /// The type of its value.
  public var kind = Kind.string
  /// The default value, as text; nil for none.
  public var defaultValue: String?
  /// The values that are allowed; any value if it is empty.
  public var choices: [String] = []
  /// Whether the option must have a value.
  public var isRequired = false
  /// Whether the value must not be shown.
  public var isSecret = false
  /// The purpose of the option in one line.
  public var summary = ""

  /// Creates an option.
  ///
  /// - Parameter name: the name.
  public init(_ name: String) { self.name = name }
}
