import APICallBase
package import APICallSafety
import APICallText

/// A reference to a resource as a server writes it: a URL, or a relative reference (RFC 3986,
/// section 4.1).
///
/// Its path and query are used as they are written. Only bytes that cannot be in a request line,
/// which are spaces and bytes outside ASCII, are percent-encoded. A fragment is removed.
package struct URLReference: Sendable, Hashable {
  /// The maximum length of a reference in bytes.
  package static let maximumLength = 64 << 10

  private let content: FieldText

  /// Creates a reference; it is checked only when it is resolved.
  package init(_ content: FieldText) { self.content = content }

  package init(_ text: String) { self.init(FieldText(text)) }

  /// Resolves the reference (RFC 3986, section 5.2).
  ///
  /// The caller has to decide whether a request may be sent to the result, and what it may contain:
  /// the origin may be any.
  ///
  /// Returns the URL; secret parts taken from the base stay secret. Throws a
  /// ``URLReferenceProblem``.
  package func resolved(against base: RequestURL) throws(URLReferenceProblem) -> RequestURL {
    var rest = try checked()[...]
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<hash] }
    var query: ProtectedText?
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = ProtectedText(bytes: Self.sendable(rest[(mark + 1)...]))
      rest = rest[..<mark]
    }
    let scheme = try Self.takeScheme(from: &rest)
    if rest.starts(with: "//".utf8) {
      let end = rest.dropFirst(2).firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      let origin = try Self.origin(
        scheme ?? base.origin.scheme, rest[(rest.startIndex + 2)..<end])
      let path = ProtectedText(bytes: Self.sendable(rest[end...]))
      return RequestURL(origin: origin, path: PathSegments(path).resolved, query: query)
    }
    if scheme != nil {
      throw URLReferenceProblem(reason: HostProblem.empty.diagnostic(of: content.text).message)
    }
    if rest.isEmpty {
      return RequestURL(origin: base.origin, path: base.path, query: query ?? base.query)
    }
    let path = ProtectedText(bytes: Self.sendable(rest))
    var segments = PathSegments(base.path)
    if rest.first == UInt8(ascii: "/") {
      segments = PathSegments(path)
    } else {
      segments.replaceLast(by: path)
    }
    return RequestURL(origin: base.origin, path: segments.resolved, query: query)
  }

  /// Resolves a reference that is out of a response.
  ///
  /// Returns the URL; nil for a relative reference whose base is not known. Throws a
  /// ``URLReferenceProblem``.
  package func resolved(
    against base: ReferenceBase?
  ) throws(URLReferenceProblem) -> RequestURL? {
    switch base?.place {
    case .url(let url): return try resolved(against: url)
    // The path of the base is of no importance to an absolute path.
    case .server(let origin) where isAbsolutePath || isAbsolute:
      return try resolved(against: RequestURL(origin: origin, path: "/"))
    case .several where isAbsolute, nil where isAbsolute:
      return try resolved(
        against: RequestURL(origin: Origin(scheme: .https, host: ""), path: "/"))
    case .server, .several, nil: return nil
    }
  }

  /// Whether it begins with a scheme and a server.
  private var isAbsolute: Bool {
    let rest = content.text.utf8.drop { $0 == UInt8(ascii: " ") }
    let scheme = rest.prefix { $0.isASCIILetterOrDigit }
    return !scheme.isEmpty && rest.dropFirst(scheme.count).starts(with: "://".utf8)
  }

  private var isAbsolutePath: Bool {
    content.text.utf8.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "/")
  }

  /// The bytes without surrounding spaces.
  private func checked() throws(URLReferenceProblem) -> ArraySlice<UInt8> {
    var bytes = content.bytes[...]
    guard bytes.count <= Self.maximumLength else {
      throw URLReferenceProblem(
        reason: "it has \(bytes.count) bytes, and at most \(Self.maximumLength) are allowed")
    }
    if let control = bytes.first(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw URLReferenceProblem(
        reason: "it contains the control character 0x\(Hexadecimal.encode([control]))")
    }
    while bytes.first == UInt8(ascii: " ") { bytes.removeFirst() }
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return bytes
  }

  /// Removes `https:` (section 3.1); nil if the reference has no scheme.
  private static func takeScheme(
    from rest: inout ArraySlice<UInt8>
  ) throws(URLReferenceProblem) -> Origin.Scheme? {
    guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), rest.first?.isASCIILetter == true,
      rest[..<colon].allSatisfy({ $0.isASCIILetterOrDigit || "+-.".utf8.contains($0) })
    else { return nil }
    let name = String(decoding: rest[..<colon], as: UTF8.self).lowercased()
    guard let scheme = Origin.Scheme(rawValue: name) else {
      throw URLReferenceProblem(
        reason: "its scheme '\(name.prefix(32))' is not http or https")
    }
    rest = rest[(colon + 1)...]
    return scheme
  }

  /// Reads the part after `//` (section 3.2).
  private static func origin(
    _ scheme: Origin.Scheme, _ authority: ArraySlice<UInt8>
  ) throws(URLReferenceProblem) -> Origin {
    guard !authority.contains(UInt8(ascii: "@")) else {
      // HTTP URLs may not contain user information any more (RFC 9110, section 4.2.4).
      throw URLReferenceProblem(reason: "it contains a user or a password")
    }
    // An empty port (section 3.2.3) means the default of the scheme.
    let host = authority.last == UInt8(ascii: ":") ? authority.dropLast() : authority
    let text = "\(scheme.rawValue)://\(String(decoding: host, as: UTF8.self))"
    return try rethrowing(HostAddress(text).origin) { (error: HostProblem) in
      URLReferenceProblem(reason: error.diagnostic(of: text).message)
    }
  }

  /// Encodes bytes that cannot be in a request line (RFC 9112, section 3.2).
  private static func sendable(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte > 0x20 && byte < 0x7F {
        result.append(byte)
      } else {
        result += PercentEncoding.encode([byte], for: .value)
      }
    }
    return result
  }
}

/// Why a request cannot be sent to the target of a reference.
package struct URLReferenceProblem: Error, Sendable {
  /// What is wrong, to be placed after a colon; it does not contain the reference itself.
  package let reason: String
}
