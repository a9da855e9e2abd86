package import APICallHTTP
import APICallSafety
import APICallText

/// The addresses of a name that is not looked up: `HOST:PORT:ADDRESS[,ADDRESS]`.
package struct HostResolution: Sendable, Hashable {
  /// The name; `*` for any.
  package let host: String
  package let port: Int
  /// IPv4 addresses, and IPv6 addresses in brackets.
  package let addresses: [String]

  package init(_ text: String) throws(MalformedSetting) {
    let reader = HostParts(
      hint: "write HOST:PORT:ADDRESS[,ADDRESS], as in api.example.com:443:127.0.0.1")
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      throw MalformedSetting("'\(text)' is not three parts separated by ':'", hint: reader.hint)
    }
    host = parts[0] == "*" ? "*" : try reader.host(parts[0])
    port = try reader.port(parts[1])
    addresses = try parts[2].split(separator: ",", omittingEmptySubsequences: false)
      .map { (part) throws(MalformedSetting) in try reader.address(part) }
  }

  /// The entry in the format of `CURLOPT_RESOLVE`.
  var entry: String { "\(host):\(port):\(addresses.joined(separator: ","))" }
}

/// Another host to connect to than the URL's: `HOST1:PORT1:HOST2:PORT2`.
///
/// Empty parts of the first pair stand for any host or port, those of the second for the URL's own.
package struct HostDetour: Sendable, Hashable {
  /// The entry in the format of `CURLOPT_CONNECT_TO`.
  package let entry: String

  package init(_ text: String) throws(MalformedSetting) {
    let reader = HostParts(
      hint: "write HOST1:PORT1:HOST2:PORT2, as in api.example.com:443:127.0.0.1:8443")
    let parts = HostParts.split(text)
    guard parts.count == 4 else {
      throw MalformedSetting("'\(text)' is not four parts separated by ':'", hint: reader.hint)
    }
    var entry: [String] = []
    for (index, part) in parts.enumerated() {
      if part.isEmpty {
        entry.append("")
      } else if index % 2 == 0 {
        entry.append(try reader.host(part))
      } else {
        entry.append("\(try reader.port(part))")
      }
    }
    self.entry = entry.joined(separator: ":")
  }
}

/// Reads the parts between colons; throws ``MalformedSetting`` if one is not valid.
private struct HostParts {
  let hint: String

  /// Splits at colons that are not in brackets.
  static func split(_ text: String) -> [Substring] {
    var isInside = false
    return text.split(omittingEmptySubsequences: false) { character in
      if character == "[" { isInside = true }
      if character == "]" { isInside = false }
      return character == ":" && !isInside
    }
  }

  /// Reads a host and returns its canonical form.
  func host(_ text: Substring) throws(MalformedSetting) -> String {
    if let host = Self.canonical(text) { return host }
    throw MalformedSetting("'\(text)' is not a host", hint: hint)
  }

  func port(_ text: Substring) throws(MalformedSetting) -> Int {
    if text.utf8.allSatisfy(\.isASCIIDigit), let port = UInt16(text), port > 0 { return Int(port) }
    throw MalformedSetting("'\(text)' is not a port from 1 to 65535", hint: hint)
  }

  /// Reads an IP address; an IPv6 address is returned in brackets.
  func address(_ text: Substring) throws(MalformedSetting) -> String {
    let isBare = text.contains(":") && !text.hasPrefix("[")
    let mayBeOne =
      isBare || text.hasPrefix("[") || text.utf8.allSatisfy { 0x2e...0x39 ~= $0 }
    if mayBeOne, let host = Self.canonical(isBare ? "[\(text)]" : text) { return host }
    throw MalformedSetting("'\(text)' is not an IP address", hint: hint)
  }

  /// Returns a host in its canonical form; nil if the text is not a host.
  private static func canonical(_ text: Substring) -> String? {
    guard !text.contains("/"), split(String(text)).count == 1 else { return nil }
    return (try? HostAddress("http://\(text)"))?.origin.host
  }
}
