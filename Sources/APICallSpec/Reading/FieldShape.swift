/// What a field takes, as far as that can be told without reading the file: what the schema, the
/// man page's test and the completions go by.
package indirect enum FieldShape: Sendable {
  /// Text as written; numbers and words are text too.
  case text
  /// Text that may hold placeholders.
  case template
  /// Text that is one of a fixed set of words.
  case words([String])
  /// The name of a formatter.
  case formatter
  /// The name of a decoder.
  case decoder
  /// The name of a requester.
  case requester
  /// The name of an auth type, or a map with it and its options.
  case auth
  /// A value, or a map of matchers.
  case matchers
  /// A map of matchers.
  case matcherMap
  /// A placeholder, or a map that says what has to hold.
  case condition
  /// Text, or a map of JSONPaths with their matchers, and of matchers for the text.
  case bodyExpectation
  /// True or false.
  case boolean
  /// Text that a regular expression fits, which JSON Schema reads alike.
  case textMatching(String)
  /// A regular expression.
  case regularExpression
  /// Any number, of any size.
  case decimal
  /// A number within limits, whole or not.
  case number(isWhole: Bool, ClosedRange<Double>)
  /// A status such as 200, or a class such as `2xx`.
  case status
  /// A duration, such as `2s`.
  case duration
  /// A number of bytes, or one with a unit, such as `10MiB`.
  case size
  /// Any JSON value.
  case anything
  /// The path of a file that the spec reads, relative to the file that writes it.
  case path
  /// A media type, such as `text/xml`.
  case mediaType
  /// A map with fields of its own; a closure, as nobody needs them to read a file.
  case fields(@Sendable () -> [FieldDescription])
  /// A map with those of an endpoint's own fields that several can share.
  case endpoint
  /// An endpoint, as a file of its own has it.
  case inlineEndpoint
  /// A map from names that the author chooses.
  ///
  /// The placeholder for the name, such as `NAME`, stands in the path of its fields.
  case map(of: FieldShape, named: String, keys: Keys = .any)
  /// A list, which may have to hold something.
  case list(of: FieldShape, isNeeded: Bool = false)
  /// Nothing at all, as in `email:`.
  case nothing
  /// Any one of several shapes.
  case either([FieldShape])

  /// What the names of a map may be.
  package enum Keys: Sendable {
    /// Any text.
    case any
    /// Identifiers.
    case identifiers
    /// Identifiers, but for those that mean something else in a placeholder.
    case inputs
    /// Identifiers, but for those that name other parts of a response.
    case outputs
    /// JSONPaths.
    case paths
    /// Names of header fields.
    case headers
    /// Names of header fields, but for those that follow from the body and the connection.
    case requestHeaders
    /// Names of header fields, but for those that follow from other fields of a part.
    case partHeaders

    /// Whether they are the same in any case of letters.
    var areOfHeaders: Bool {
      switch self {
      case .headers, .requestHeaders, .partHeaders: true
      case .any, .identifiers, .inputs, .outputs, .paths: false
      }
    }
  }

  /// A map with the fields of a table.
  static func table<Target>(_ fields: @autoclosure @escaping @Sendable () -> [Field<Target>])
    -> Self
  {
    .fields { fields().map(\.about) }
  }

  /// As ``items``, with maps and lists in one another where the form's style has names for them.
  static var formItems: Self {
    .map(
      of: .either([
        .template, .list(of: .anything), .map(of: .anything, named: "KEY"), .nothing,
      ]), named: "NAME")
  }

  /// Text, or a list of texts where the name repeats: an item of a query, of headers or a form.
  static var items: Self { items(keys: .any) }

  /// Items whose names are not just any.
  static func items(keys: Keys) -> Self {
    .map(of: .either([.template, .list(of: .template), .nothing]), named: "NAME", keys: keys)
  }
}

/// The regular expressions of the schema, in what all dialects share.
enum SchemaPattern {
  /// A duration that is not nothing: `500ms`, `2s`, `1.5s`, `3m`, `1h`.
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
  /// The name of a secret that an output may be stored as.
  static let storedName =
    "^(?!.*[_-][Oo][Rr][Ii][Gg][Ii][Nn][Ss]$)[A-Za-z_][A-Za-z0-9_-]{0,63}$"
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
