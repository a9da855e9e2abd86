package import APICallModel

/// The values that a field takes, as far as they are known without reading the file; the schema,
/// the test of the man page and the completions use it.
package indirect enum FieldShape: Sendable {
  /// Text as written; numbers and booleans are text too.
  case text
  case template
  case words([String])
  /// The name of a formatter, a decoder or a requester, or a map with it and its options.
  case choice(Role)
  case auth
  /// A value, or a map of matchers.
  case matchers
  case matcherMap
  case condition
  /// Text, or a map of JSONPaths with their matchers, and of matchers for the text.
  case bodyExpectation
  case boolean
  /// Text that matches a regular expression in the syntax of JSON Schema.
  case textMatching(String)
  case regularExpression
  /// Any number, of any size.
  case decimal
  case number(isWhole: Bool, ClosedRange<Double>)
  /// A status such as 200, or a class such as `2xx`.
  case status
  case duration
  /// A number of bytes, or one with a unit, such as `10MiB`.
  case size
  case anything
  /// The path of a file that the spec reads, relative to the file that contains the path.
  case path
  case mediaType
  /// A map with its own fields; a closure, because they are not needed to read a file.
  case fields(@Sendable () -> [FieldDescription])
  /// A map with the fields of an endpoint that several endpoints can share.
  case endpoint
  case inlineEndpoint
  /// An endpoint or a script.
  case inlineFile
  /// A map from names that the author chooses.
  ///
  /// The placeholder for the name, such as `NAME`, is part of the path of its fields.
  case map(of: FieldShape, named: String, keys: Keys = .any)
  case list(of: FieldShape, isNeeded: Bool = false)
  /// No value, as in `email:`.
  case nothing
  case either([FieldShape])

  /// The allowed names of a map.
  package enum Keys: Sendable {
    case any
    case identifiers
    /// Identifiers, except those with a special meaning in a placeholder.
    case inputs
    /// Identifiers, except those that name other parts of a response.
    case outputs
    case paths
    /// Paths, and `idle`.
    case streamEnds
    case headers
    /// Names of the fields of a response, also with a position: `Set-Cookie[0]`.
    case receivedFields
    /// Names of header fields, except those that apicall sets for the body and the connection.
    case requestHeaders
    /// Names of header fields, except those that other fields of a part set.
    case partHeaders

    var areOfHeaders: Bool {
      switch self {
      case .headers, .receivedFields, .requestHeaders, .partHeaders: true
      case .any, .identifiers, .inputs, .outputs, .paths, .streamEnds: false
      }
    }
  }

  static func table<Target>(_ fields: @autoclosure @escaping @Sendable () -> [Field<Target>])
    -> Self
  {
    .fields { fields().map(\.about) }
  }

  /// As ``items``, with nested maps and lists if the form's style has names for them.
  static var formItems: Self {
    .map(
      of: .either([
        .template, .list(of: .anything), .map(of: .anything, named: "KEY"), .nothing,
      ]), named: "NAME")
  }

  /// An item of a query, of headers or a form: text, or a list of texts that repeats the name.
  static var items: Self { items(keys: .any) }

  static func items(keys: Keys) -> Self {
    .map(of: .either([.template, .list(of: .template), .nothing]), named: "NAME", keys: keys)
  }
}

/// The regular expressions of the schema, in the syntax that all dialects share.
enum SchemaPattern {
  /// A duration above zero: `500ms`, `2s`, `1.5s`, `3m`, `1h`.
  static let duration = #"^(?=[0-9.]*[1-9])([0-9]+\.?[0-9]*|\.[0-9]+)(ms|s|m|h)$"#
  /// A size above zero: `500KB`, `10MiB`.
  static let size = "^0*[1-9][0-9]*([KMG]i?B)?$"
  /// Text that is exactly one placeholder, judged by its brackets.
  static let placeholder = "^<.+>$"
  /// A JSONPath, judged by its root.
  static let jsonPath = "^\\$"
  /// What ends a stream: a value at a path, or silence.
  static let streamEnd = "^(\\$|idle$)"
  /// A place in a request: `query.page`, `json.list.cursor`.
  static let requestPlace = #"^((query|headers|form)\..+|json(\.[^.]+)+)$"#
  static let status = "^[1-5]([0-9][0-9]|xx)$"
  /// The name of an input, a let or an output.
  static let identifier = "^[A-Za-z_][A-Za-z0-9_-]*$"
  /// The name of a secret that an output may be stored as.
  static let storedName =
    "^(?!.*[_-][Oo][Rr][Ii][Gg][Ii][Nn][Ss]$)[A-Za-z_][A-Za-z0-9_-]{0,63}$"
  /// The delimiter of a table of values.
  static let delimiter = #"^([\t !#-&(-/:-@\[-`{-~]|tab)$"#
  /// The name of a field of a response, with or without a position.
  static let receivedField = #"^[!#$%&'*+.^_`|~0-9A-Za-z-]+(\[(\*|-?[0-9]+)\])?$"#
  /// The name of a header field: a token (RFC 9110, section 5.6.2).
  static let headerName = "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"

  /// A type and a subtype, with optional parameters (RFC 9110, section 8.3.1).
  static let mediaType =
    "^[ \\t]*[!#$%&'*+.^_`|~0-9A-Za-z-]+/[ \\t]*[!#$%&'*+.^_`|~0-9A-Za-z-]+([ \\t;].*)?$"
  /// A method: a token without small letters.
  static let method = "^[!#$%&'*+.^_`|~0-9A-Z-]+$"

  /// A host in a spec, with placeholders: `scheme://host[:port][/base]`.
  static let host =
    #"^([Hh][Tt][Tt][Pp][Ss]?://)?(?![A-Za-z][A-Za-z0-9+.-]*://)"#
    + #"([^/?#@<>\\\s]|<[^>]*>)+(/([^?#@<>\\]|<[^>]*>)*)?$"#
  /// A host of a profile, without placeholders.
  static let literalHost =
    #"^([Hh][Tt][Tt][Pp][Ss]?://)?(?![A-Za-z][A-Za-z0-9+.-]*://)"#
    + #"[^/?#@<>\\\s]+(/[^?#@<>\\]*)?$"#
  /// A whole URL in a spec, or one placeholder for it.
  static let url =
    #"^([Hh][Tt][Tt][Pp][Ss]?://([^/?#@<>\\\s]|<[^>]*>)+"#
    + #"([/?]([^#<\s]|<[^>]*>|<(?![^>]*>))*)?|<[^>]*>)$"#
  /// A path in a spec, with placeholders, without a query or a fragment.
  static let path = "^([^?#<]|<[^>]*>|<(?![^>]*>))*$"
  static let methodText = "^([!#$%&'*+.^_`|~0-9A-Z-]|<[^>]*>)+$"

  /// Any of several words, in any case.
  static func anyCase(of words: [String]) -> String {
    let classes = words.map { word in
      word.map { $0.isLetter ? "[\($0.uppercased())\($0.lowercased())]" : "\($0)" }.joined()
    }
    return "^(\(classes.joined(separator: "|")))$"
  }
}
