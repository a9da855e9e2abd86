public import JSONText

/// What the host says of itself and of what it wants, before anything else.
public struct PluginHello: Sendable {
  /// The version of the protocol that this module speaks.
  public static let protocolVersion = 1

  /// The host and its version, such as `apicall/0.1.0`; empty where it does not say.
  public let host: String
  /// What the plugin is asked to be: `requester`, `auth` or `secret`.
  public let role: String
  /// The name that it was asked for by.
  public let name: String
  /// What the host can do that older ones cannot.
  public let features: [String]
  /// Whether there is somebody at a terminal who could be asked.
  public let isInteractive: Bool
  /// The options of the plugin that have a value, checked by the host; an object.
  public let options: JSONValue?

  /// Reads the first frame of a host.
  ///
  /// - Parameter frame: the frame.
  /// - Throws: `PluginFailure` where it is no hello, or speaks of other versions only.
  init(_ frame: Frame) throws(PluginFailure) {
    guard let hello = frame["hello"], hello.kind == .object else {
      throw PluginFailure(.badInput, "the first frame is no 'hello'")
    }
    let versions = hello["protocols"]?.integers ?? []
    guard versions.contains(Self.protocolVersion) else {
      let shown = versions.map(String.init).joined(separator: ", ")
      throw PluginFailure(
        .protocolUnsupported, "this plugin speaks protocol \(Self.protocolVersion), not '\(shown)'")
    }
    host = hello["host"]?.string ?? ""
    role = hello["role"]?.string ?? ""
    name = hello["name"]?.string ?? ""
    features = hello["features"]?.strings ?? []
    isInteractive = hello["interactive"]?.boolean ?? false
    options = hello["options"]
  }

  /// The value of an option that is a text.
  ///
  /// - Parameter name: the option.
  /// - Returns: the text; nil where the option has no value or is no text.
  public func text(_ name: String) -> String? { options?[name]?.string }
}

extension JSONValue {
  /// The whole numbers of a list, without what is none; nil where it is no list.
  var integers: [Int]? {
    kind == .array ? elements.compactMap { $0.number?.integer } : nil
  }

  /// The texts of a list, without what is none; nil where it is no list.
  var strings: [String]? {
    kind == .array ? elements.compactMap(\.string) : nil
  }
}

/// What the host asks for: the frame `{"id":1,"secret":{"op":"get","name":"github"}}` and the like.
public struct PluginMessage: Sendable {
  /// The number by which the answer names it.
  public let id: Int
  /// What kind it is: `request`, `auth`, `secret`, or one that came later.
  public let kind: String
  /// What it says.
  public let content: JSONValue

  /// A text that it says.
  ///
  /// - Parameter name: the member.
  /// - Returns: the text.
  /// - Throws: `PluginFailure` where there is no such text.
  public func text(_ name: String) throws(PluginFailure) -> String {
    guard let text = content[name]?.string else {
      throw PluginFailure(.badInput, "'\(kind)' has no text '\(name)'")
    }
    return text
  }

  /// A list of texts that it says.
  ///
  /// - Parameter name: the member.
  /// - Returns: the texts; empty where there is no such list.
  public func texts(_ name: String) -> [String] { content[name]?.strings ?? [] }

  /// Pairs of texts that it says, as header fields are: `[["Accept","*/*"]]`.
  ///
  /// - Parameter name: the member.
  /// - Returns: the pairs, without what is none; empty where there is no such list.
  public func pairs(_ name: String) -> [(name: String, value: String)] {
    guard let list = content[name], list.kind == .array else { return [] }
    return list.elements.compactMap { pair in
      guard let texts = pair.strings, texts.count == 2 else { return nil }
      return (texts[0], texts[1])
    }
  }
}

/// Why a plugin could not do what it was asked for.
public struct PluginFailure: Error, Sendable, Hashable {
  /// What kind of failure it is, by which apicall chooses its exit status.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The host has no address.
    case dns
    /// No connection came about.
    case connect
    /// TLS failed, or the certificate is not trusted.
    case tls
    /// It took too long.
    case timeout
    /// The other side does not keep to HTTP.
    case `protocol`
    /// The answer ended before it was whole.
    case truncated
    /// The answer is larger than the plugin can take.
    case tooLarge = "too_large"
    /// A credential or a secret is not to be had.
    case authFailed = "auth_failed"
    /// What was asked for is wrong in itself.
    case badInput = "bad_input"
    /// The plugin does not know what it was asked for.
    case notSupported = "not_supported"
    /// The host asked to stop.
    case cancelled
    /// No version of the protocol is common to both.
    case protocolUnsupported = "protocol_unsupported"
    /// Anything else.
    case `internal`
  }

  /// The kind of failure.
  public let code: Code
  /// What went wrong: lower case, one line, without a full stop; no secrets.
  public let message: String
  /// Whether the same may work when it is tried again.
  public let isRetryable: Bool

  /// A failure.
  ///
  /// - Parameters:
  ///   - code: its kind.
  ///   - message: what went wrong, one line; of more than 1000 characters the first are kept.
  ///   - isRetryable: whether the same may work when it is tried again.
  public init(_ code: Code, _ message: String, isRetryable: Bool = false) {
    self.code = code
    self.message = String(message.prefix(1000))
    self.isRetryable = isRetryable
  }
}
