/// The regular expressions of the schema, in what all dialects share.
enum SchemaPattern {
  /// A length of time that is not nothing: `500ms`, `2s`, `1.5s`, `3m`, `1h`.
  static let duration = #"^(?=[0-9.]*[1-9])([0-9]+\.?[0-9]*|\.[0-9]+)(ms|s|m|h)$"#
  /// A size that is not nothing: `500KB`, `10MiB`.
  static let size = "^0*[1-9][0-9]*([KMG]i?B)?$"
  /// Text that is exactly one placeholder, as far as its signs.
  static let placeholder = "^<.+>$"
  /// A JSONPath, as far as its root.
  static let jsonPath = "^\\$"
  /// A place in a request: `query.page`, `json.list.cursor`.
  static let requestPlace = #"^((query|form)\..+|json(\.[^.]+)+)$"#
  /// A status, or a class of statuses.
  static let status = "^[1-5]([0-9][0-9]|xx)$"
  /// The name of an input, a let or an output.
  static let identifier = "^[A-Za-z_][A-Za-z0-9_-]*$"
  /// The name of a header field: a token (RFC 9110, section 5.6.2).
  static let headerName = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"

  /// A type and a subtype, maybe with parameters (RFC 9110, section 8.3.1).
  static let mediaType =
    "^[ \\t]*[!#$%&'*+.^_`|~0-9A-Za-z-]+/[ \\t]*[!#$%&'*+.^_`|~0-9A-Za-z-]+([ \\t;].*)?$"
  /// A method: a token without small letters.
  static let method = "^[!#$%&'*+.^_`|~0-9A-Z-]+$"

  /// A host as a spec writes it, placeholders in it: `scheme://host[:port][/base]`.
  static let host =
    #"^([Hh][Tt][Tt][Pp][Ss]?://)?(?![A-Za-z][A-Za-z0-9+.-]*://)"#
    + #"([^/?#@<>\\\s]|<[^>]*>)+(/([^?#@<>\\]|<[^>]*>)*)?$"#
  /// A host of a profile, which has no placeholders.
  static let literalHost =
    #"^([Hh][Tt][Tt][Pp][Ss]?://)?(?![A-Za-z][A-Za-z0-9+.-]*://)"#
    + #"[^/?#@<>\\\s]+(/[^?#@<>\\]*)?$"#
  /// A whole URL as a spec writes it, or the placeholder of one.
  static let url =
    #"^([Hh][Tt][Tt][Pp][Ss]?://([^/?#@<>\\\s]|<[^>]*>)+"#
    + #"([/?]([^#<\s]|<[^>]*>|<(?![^>]*>))*)?|<[^>]*>)$"#
  /// A path as a spec writes it, placeholders in it: neither a query nor a fragment.
  static let path = "^([^?#<]|<[^>]*>|<(?![^>]*>))*$"
  /// A method as a spec writes it, placeholders in it.
  static let methodText = "^([!#$%&'*+.^_`|~0-9A-Z-]|<[^>]*>)+$"

  /// Any of several words, whatever the case of their letters.
  static func anyCase(of words: [String]) -> String {
    let classes = words.map { word in
      word.map { $0.isLetter ? "[\($0.uppercased())\($0.lowercased())]" : "\($0)" }.joined()
    }
    return "^(\(classes.joined(separator: "|")))$"
  }
}
