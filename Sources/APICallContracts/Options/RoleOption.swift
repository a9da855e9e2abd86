package import APICallBase
import APICallHTTP
package import APICallSafety
import APICallText
import JSONText

/// An option of something that is chosen by name: its name and the type of its value.
package struct RoleOption: Sendable {
  /// The type of an option's value.
  package enum Kind: Sendable, Hashable {
    /// Text with placeholders.
    case template
    /// Text with placeholders that is masked wherever it is shown, and may not be written in a
    /// file.
    case secret
    case text
    case integer
    case number
    case boolean
    case words([String])
    /// One character that can stand between the fields of a table, or `tab`.
    case delimiter
    /// A list of different names: as JSON, or with commas between them.
    case names
    /// The name of a header field or something similar: a token without placeholders.
    case name
    /// The URL of a server, without placeholders.
    case url
    /// Texts with placeholders: a list, or one text with spaces between them.
    case list
    /// Texts with placeholders, each with a name.
    case map
  }

  package let name: String
  package let kind: Kind
  package let summary: String
  package let isRequired: Bool
  /// The value if none is set; nil for none.
  package var defaultValue: String?

  package init(_ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = true) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.isRequired = isRequired
  }

  /// Returns a phrase such as `a whole number`; nil if the text is valid.
  package func wanted(inPlaceOf text: String) -> String? {
    switch kind {
    case .template, .secret, .text, .url, .list: nil
    case .map: "a map, in a file"
    case .name: HeaderSyntax.isName(text) ? nil : "letters, digits and hyphens"
    case .integer: Int(text) == nil ? "a whole number" : nil
    case .number: JSONWriter.isNumber(text) ? nil : "a number"
    case .boolean: ["true", "false"].contains(text) ? nil : "true or false"
    case .words(let words): words.contains(text) ? nil : Self.words(words, like: text)
    case .delimiter:
      CSVDialect.delimiter(text) == nil
        ? "one character except letters, digits and quotes, or 'tab'" : nil
    case .names: Self.names(text) == nil ? "a list of different names" : nil
    }
  }
}

extension RoleOption {
  private static let mostWords = 12

  private static func words(_ words: [String], like text: String) -> String {
    guard words.count > mostWords else { return WordList.alternatives(words) }
    let example = Nearest.word(to: text, among: words) ?? words[0]
    return "one of \(words.count) names, such as \(example)"
  }

  /// Reads the value of an option that is a list of names; nil if it is not valid.
  package static func names(_ text: String) -> [String]? {
    var names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if text.hasPrefix("[") {
      guard let list = try? JSONDocument(text: text).root, list.kind == .array else { return nil }
      names = list.elements.compactMap(\.string)
      guard names.count == list.count else { return nil }
    }
    return names.contains("") || Set(names).count < names.count || names.isEmpty ? nil : names
  }
}

/// The values of options, by name.
package struct OptionValues: Sendable, Hashable {
  private var values: [Entry] = []

  private struct Entry: Sendable, Hashable {
    var name: String
    var value: ProtectedText
  }

  package init() {}

  package subscript(name: String) -> ProtectedText? {
    get { values.first { $0.name == name }?.value }
    set {
      values.removeAll { $0.name == name }
      if let newValue { values.append(Entry(name: name, value: newValue)) }
    }
  }

  package var names: [String] { values.map(\.name) }

  var texts: [ProtectedText] { values.map(\.value) }

  var secrets: [ProtectedText] { texts.filter(\.holdsSecret) }
}

/// Why the value of an option cannot be used, or why there are no credentials.
package struct AuthProblem: Error, Sendable {
  /// The option with the problem; nil for the type as a whole.
  package var option: String?
  /// What is wrong, without any part of a secret: lower case, no full stop.
  package var message: String
  package var hint: String?
  package var status: ExitStatus

  package init(
    _ message: String, of option: String? = nil, hint: String? = nil,
    status: ExitStatus = .badInput
  ) {
    self.message = message
    self.option = option
    self.hint = hint
    self.status = status
  }
}

/// An option that is set on the command line: `--opt NAME.KEY=VALUE`.
package struct OptionAssignment: Sendable, Hashable {
  /// The name of the type, format or other entry that has the option.
  package var owner: String
  package var option: String
  package var value: String

  package init(_ owner: String, _ option: String, _ value: String) {
    self.owner = owner
    self.option = option
    self.value = value
  }

  /// Throws a ``Failure`` with exit status 64 if the text is not valid.
  package init(_ text: String) throws(Failure) {
    let name = text.prefix { $0 != "=" }
    guard let dot = name.firstIndex(of: "."), dot > name.startIndex,
      name.index(after: dot) < name.endIndex, name.endIndex < text.endIndex
    else {
      throw Failure(
        .usage, "--opt: '\(text)' does not set an option",
        hint: "write NAME.KEY=VALUE, such as --opt jq.expr=.items")
    }
    owner = String(name[..<dot])
    option = String(name[name.index(after: dot)...])
    value = String(text[text.index(after: name.endIndex)...])
  }
}
