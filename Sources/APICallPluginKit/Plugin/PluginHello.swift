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
