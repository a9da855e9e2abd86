package import APICallBase
import JSONText

/// One option of what is chosen by name: the single place that knows its name and what it takes.
package struct RoleOption: Sendable {
  /// What an option takes.
  package enum Kind: Sendable, Hashable {
    /// Text with placeholders.
    case template
    /// Text with placeholders that is masked wherever it is shown, and is not written in a file.
    case secret
    /// Any text.
    case text
    /// A whole number.
    case integer
    /// A number.
    case number
    /// True or false.
    case boolean
    /// One of these words.
    case words([String])
    /// The name of a header field, or of something like it: a token without placeholders.
    case name
  }

  /// The key.
  package let name: String
  /// What it takes.
  package let kind: Kind
  /// One line that says what it is for.
  package let summary: String
  /// Whether a call cannot do without it.
  package let isRequired: Bool
  /// The value without any; nil for none.
  package var defaultValue: String?

  /// Creates an option.
  ///
  /// - Parameters:
  ///   - name: the key.
  ///   - kind: what it takes.
  ///   - summary: one line that says what it is for.
  ///   - isRequired: whether a call cannot do without it.
  package init(_ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = true) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.isRequired = isRequired
  }

  /// What an option takes where a text is not that.
  ///
  /// - Parameter text: the text, without placeholders.
  /// - Returns: such as `a whole number`; nil where the text is right.
  package func wanted(inPlaceOf text: String) -> String? {
    switch kind {
    case .template, .secret, .text: nil
    case .name: HeaderSyntax.isName(text) ? nil : "letters, digits and hyphens"
    case .integer: Int(text) == nil ? "a whole number" : nil
    case .number: JSONWriter.isNumber(text) ? nil : "a number"
    case .boolean: ["true", "false"].contains(text) ? nil : "true or false"
    case .words(let words): words.contains(text) ? nil : WordList.alternatives(words)
    }
  }
}

/// The values of options, by name.
package struct OptionValues: Sendable, Hashable {
  private var values: [Entry] = []

  /// The value of one option.
  private struct Entry: Sendable, Hashable {
    var name: String
    var value: ProtectedText
  }

  /// Creates values, none of them there.
  package init() {}

  /// The value of an option; nil where there is none.
  package subscript(name: String) -> ProtectedText? {
    get { values.first { $0.name == name }?.value }
    set {
      values.removeAll { $0.name == name }
      if let newValue { values.append(Entry(name: name, value: newValue)) }
    }
  }

  /// All of them.
  var texts: [ProtectedText] { values.map(\.value) }

  /// Those that hold something secret.
  var secrets: [ProtectedText] { texts.filter(\.holdsSecret) }
}

/// Why the value of an option cannot be used, or why there are no credentials.
package struct AuthProblem: Error, Sendable {
  /// The option whose value it is; nil for the type as a whole.
  package var option: String?
  /// What is wrong, without anything of a secret: lower case, no full stop.
  package var message: String
  /// The way out.
  package var hint: String?
  /// The exit status where nothing else is wrong.
  package var status: ExitStatus

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - message: what is wrong.
  ///   - option: the option whose value it is.
  ///   - hint: the way out.
  ///   - status: the exit status where nothing else is wrong.
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

/// What the command line sets of an option: `--opt NAME.KEY=VALUE`.
package struct OptionAssignment: Sendable, Hashable {
  /// The name of what has the option.
  package var owner: String
  /// The option.
  package var option: String
  /// Its value.
  package var value: String

  package init(_ owner: String, _ option: String, _ value: String) {
    self.owner = owner
    self.option = option
    self.value = value
  }

  /// Reads what stands behind `--opt`.
  ///
  /// - Parameter text: such as `jq.expr=.items`.
  /// - Throws: a ``Failure`` with exit status 64 where it is something else.
  package init(_ text: String) throws(Failure) {
    let name = text.prefix { $0 != "=" }
    guard let dot = name.firstIndex(of: "."), dot > name.startIndex,
      name.index(after: dot) < name.endIndex, name.endIndex < text.endIndex
    else {
      throw Failure(
        .usage, "--opt: '\(text)' sets no option",
        hint: "write NAME.KEY=VALUE, such as --opt jq.expr=.items")
    }
    owner = String(name[..<dot])
    option = String(name[name.index(after: dot)...])
    value = String(text[text.index(after: name.endIndex)...])
  }
}
