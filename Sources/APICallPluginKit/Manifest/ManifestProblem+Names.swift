extension ManifestProblem.Name {
  /// The most octets of the names of plugins, roles and options.
  private static let longest = 32

  /// Whether a text is such a name.
  func admits(_ text: String) -> Bool {
    switch self {
    case .plugin: Self.isWord(text, with: "-")
    case .role, .option: Self.isWord(text, with: "-_")
    case .variable:
      text.utf8.first?.isDigit == false && text.utf8.count <= 100
        && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
    case .reservedVariable: false
    case .host: Self.isHost(text)
    case .mediaType: Self.isMediaType(text)
    case .page:
      text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) }
        && !text.hasPrefix(".")
    }
  }

  private static func isWord(_ text: String, with others: String) -> Bool {
    guard let first = text.utf8.first, first.isSmallLetter, text.utf8.count <= longest else {
      return false
    }
    return text.utf8.allSatisfy { $0.isSmallLetter || $0.isDigit || others.utf8.contains($0) }
  }

  /// Whether a text is a name of labels (RFC 1123, section 2.1), with `*.` before it or not, or an
  /// address.
  private static func isHost(_ text: String) -> Bool {
    let name = text.hasPrefix("*.") ? text.dropFirst(2) : text[...]
    guard 1...253 ~= name.utf8.count else { return false }
    return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      1...63 ~= label.utf8.count
        && label.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_:[]".utf8.contains($0) }
    }
  }

  /// Whether a text is a type and a subtype of tokens (RFC 9110, sections 5.6.2 and 8.3.1).
  private static func isMediaType(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy {
            $0.isSmallLetter || $0.isDigit || "!#$%&'*+-.^_`|~".utf8.contains($0)
          }
      }
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
  fileprivate var isSmallLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }
  fileprivate var isLetter: Bool { isSmallLetter || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
}

extension PluginManifest {
  /// Whether a text can be the name of a plugin: small letters, digits and hyphens, a letter first,
  /// 32 at most.
  public static func isName(_ text: String) -> Bool { ManifestProblem.Name.plugin.admits(text) }
}

extension PluginRole {
  /// Whether a text can be what a role is asked for by: as a plugin's name, or with underscores.
  public static func isName(_ text: String) -> Bool { ManifestProblem.Name.role.admits(text) }
}
