import APICallBase
import APICallHTTP
import APICallSafety

/// A stored secret: its value, and the servers that it may be sent to.
///
/// A call that would send it, or anything made of it, elsewhere fails with
/// ``RequestError/notPermitted(_:)``. Descriptions do not show the value.
public struct Secret: Sendable, Hashable {
  let content: StoredSecret

  init(_ content: StoredSecret) { self.content = content }

  /// Creates a secret.
  ///
  /// - Parameters:
  ///   - value: text of 1 to 32768 bytes.
  ///   - origins: 1 to 32 servers, each as in `https://api.example.com` or
  ///     `https://api.example.com:8443`.
  /// - Throws: ``RequestError/other(_:)`` if the value is empty or too long, an origin is not one, or
  ///   there are none or more than 32.
  public init(_ value: String, for origins: [String]) throws(RequestError) {
    do throws(SecretProblem) {
      var checked: [Origin] = []
      for origin in origins { checked.append(try Origin(ofSecret: origin)) }
      content = try StoredSecret(value, for: checked)
    } catch {
      throw .other([Diagnostic(error.message, hint: error.hint)])
    }
  }

  /// The value, unmasked.
  public var value: String { content.value.revealed }

  /// The servers that it may be sent to.
  public var origins: [String] { content.originTexts }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The origins.
  public var description: String { "Secret(for \(origins.joined(separator: ", ")))" }
  /// The origins.
  public var debugDescription: String { description }
  /// A mirror without the value.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
