public import JSONText

/// The first message of the host: its version, and what it needs from the plugin.
public struct PluginHello: Sendable {
  /// The version of the protocol that this module supports.
  public static let protocolVersion = 1

  /// The host and its version, such as `apicall/0.1.0`; empty if it is unknown.
  public let host: String
  /// The requested role: `requester`, `auth` or `secret`.
  public let role: String
  /// The requested name.
  public let name: String
  /// The features that the host supports beyond the basic protocol.
  public let features: [String]
  /// Whether a user at a terminal can answer questions.
  public let isInteractive: Bool
  /// The options of the plugin that have a value, checked by the host, as an object.
  public let options: JSONNode?

  /// Throws `PluginFailure` if it is not a hello, or supports only other versions.
  init(_ frame: Frame) throws(PluginFailure) {
    guard let hello = frame["hello"], hello.kind == .object else {
      throw PluginFailure(.badInput, "the first frame is not a 'hello'")
    }
    let versions = hello["protocols"]?.integers ?? []
    guard versions.contains(Self.protocolVersion) else {
      let shown = versions.map(String.init).joined(separator: ", ")
      throw PluginFailure(
        .protocolUnsupported,
        "this plugin supports protocol \(Self.protocolVersion), not '\(shown)'")
    }
    host = hello["host"]?.string ?? ""
    role = hello["role"]?.string ?? ""
    name = hello["name"]?.string ?? ""
    features = hello["features"]?.strings ?? []
    isInteractive = hello["interactive"]?.boolean ?? false
    options = hello["options"]
  }

  /// The value of an option as a string.
  ///
  /// - Parameter name: the option.
  /// - Returns: the string; nil if the option has no value or another type.
  public func text(_ name: String) -> String? { options?[name]?.string }
}

extension JSONNode {
  /// The whole numbers of a list, without its other items; nil if it is not a list.
  var integers: [Int]? {
    kind == .array ? elements.compactMap { $0.number?.integer } : nil
  }

  /// The strings of a list, without its other items; nil if it is not a list.
  var strings: [String]? {
    kind == .array ? elements.compactMap(\.string) : nil
  }
}

/// A message of the host, such as the frame `{"id":1,"secret":{"op":"get","name":"github"}}`.
public struct PluginMessage: Sendable {
  /// The number that the response refers to.
  public let id: Int
  /// The kind of message: `request`, `auth`, `secret`, or one of a later version.
  public let kind: String
  /// The content of the message.
  public let content: JSONNode

  /// A string in the content.
  ///
  /// - Parameter name: the member.
  /// - Returns: the string.
  /// - Throws: `PluginFailure` if there is no such string.
  public func text(_ name: String) throws(PluginFailure) -> String {
    guard let text = content[name]?.string else {
      throw PluginFailure(.badInput, "'\(kind)' has no string '\(name)'")
    }
    return text
  }

  /// A list of strings in the content.
  ///
  /// - Parameter name: the member.
  /// - Returns: the strings; empty if there is no such list.
  public func texts(_ name: String) -> [String] { content[name]?.strings ?? [] }

  /// A list of pairs of strings in the content, such as header fields: `[["Accept","*/*"]]`.
  ///
  /// - Parameter name: the member.
  /// - Returns: the pairs, without the list's other items; empty if there is no such list.
  public func pairs(_ name: String) -> [(name: String, value: String)] {
    guard let list = content[name], list.kind == .array else { return [] }
    return list.elements.compactMap { pair in
      guard let texts = pair.strings, texts.count == 2 else { return nil }
      return (texts[0], texts[1])
    }
  }
}

/// The reason why a plugin could not handle a message.
public struct PluginFailure: Error, Sendable, Hashable {
  /// The kind of failure, which determines apicall's exit status.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The host name has no address.
    case dns
    /// The connection failed.
    case connect
    /// TLS failed, or the certificate is not trusted.
    case tls
    /// The time limit is over.
    case timeout
    /// The other side violates HTTP.
    case `protocol`
    /// The response ended too early.
    case truncated
    /// The response is larger than the plugin supports.
    case tooLarge = "too_large"
    /// A credential or a secret is not available.
    case authFailed = "auth_failed"
    /// The message is not valid.
    case badInput = "bad_input"
    /// The plugin does not support the message.
    case notSupported = "not_supported"
    /// The host cancelled the message.
    case cancelled
    /// There is no common version of the protocol.
    case protocolUnsupported = "protocol_unsupported"
    /// Any other failure.
    case `internal`
  }

  /// The kind of failure.
  public let code: Code
  /// What went wrong: one line in lower case, without a full stop and without secrets.
  public let message: String
  /// Whether a retry may succeed.
  public let isRetryable: Bool

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - code: the kind of failure.
  ///   - message: what went wrong, in one line; only its first 1000 characters are kept.
  ///   - isRetryable: whether a retry may succeed.
  public init(_ code: Code, _ message: String, isRetryable: Bool = false) {
    self.code = code
    self.message = String(message.prefix(1000))
    self.isRetryable = isRetryable
  }
}
