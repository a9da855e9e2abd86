extension YAMLProblem {
  /// What is wrong, in one line: lower case, no full stop.
  package var message: String {
    switch kind {
    case .tooLarge(let bytes, let limit):
      "the file has \(bytes) bytes; the limit is \(limit)"
    case .notUTF8Encoding: "the file is written in UTF-16 or UTF-32"
    case .notUTF8(let byte): "the byte 0x\(hexadecimal(byte, digits: 2)) is not UTF-8"
    case .tooManyTagDirectives(let limit): "the file has more than \(limit) %TAG lines"
    case .syntax(let syntax): SyntaxWording.message(for: syntax)
    case .tooDeep(let limit): "lists and maps are nested more than \(limit) levels deep"
    case .tooManyNodes(let limit, _): "there are more than \(limit) keys and values"
    case .tooMuchByAliases(let limit): "aliases repeat more than \(limit) bytes of text"
    case .severalDocuments: "a second document begins here"
    case .duplicateKey(let key): "duplicate key \(quoted(key))"
    case .emptyKey: "a key is missing before ':'"
    case .complexKey(let typeName): "\(typeName) cannot be a key"
    case .mergeKey: "merge keys ('<<') are not supported"
    case .tag(let tag): "unknown tag \(quoted(tag))"
    case .undefinedAlias(let name): "unknown alias \(quoted("*" + name))"
    case .recursiveAlias(let name): "the alias \(quoted("*" + name)) is inside its own value"
    }
  }

  /// How to fix it, in one line; nil if the message says enough.
  package var hint: String? {
    switch kind {
    case .tooLarge: "keep large bodies in separate files"
    case .notUTF8Encoding, .notUTF8: "save the file as UTF-8"
    case .tooManyTagDirectives: "remove the %TAG lines: tags are not supported"
    case .syntax(let syntax): SyntaxWording.hint(for: syntax)
    case .tooDeep: "use fewer levels, or put the inner ones into a separate file"
    case .tooManyNodes(_, byAlias: true):
      "every alias counts as a copy of its anchor's value: use fewer of them"
    case .tooManyNodes(_, byAlias: false): "split the file"
    case .tooMuchByAliases: "keep large texts in separate files, or repeat them less"
    case .severalDocuments: "put each document into its own file"
    case .duplicateKey:
      related.map { "it is already on line \($0.start.line): remove one of the two" }
    case .emptyKey: "write the key, or \"\" for an empty one"
    case .complexKey: "put the key in quotes if it is text"
    case .mergeKey: "write its keys out, or put '<<' in quotes if it is text"
    case .tag: "remove the tag, or put the value in quotes if it begins with '!'"
    case .undefinedAlias(let name):
      "write \(quoted("&" + name)) before the value it stands for, or put the value in quotes "
        + "if it begins with '*'"
    case .recursiveAlias: "move the alias out of the value that begins at its anchor"
    }
  }

  /// The note at the related place; nil if showing that place would not help.
  package var relatedNote: String? {
    guard related != nil else { return nil }
    switch kind {
    case .duplicateKey: return "first written here"
    case .recursiveAlias: return "the value begins here"
    case .syntax(let syntax): return SyntaxWording.relatedNote(for: syntax)
    default: return nil
    }
  }
}

extension YAMLRepair {
  var message: String {
    switch cause {
    case .quotes(.begins("'")), .quotes(.begins("\"")): "text continues after its closing quote"
    case .quotes(.begins(let first)): "text that begins with \(quoted(String(first))) needs quotes"
    case .quotes(.holds(let text, inside: nil)): "text that contains \(quoted(text)) needs quotes"
    case .quotes(.holds(let text, inside: let bracket?)):
      "text that contains \(quoted(text)) needs quotes inside \(bracket == "{" ? "{ }" : "[ ]")"
    case .quotes(.comment(let comment)): "\(quoted(comment)) is a comment in YAML"
    case .space: "a space is missing after ':'"
    }
  }

  var hint: String {
    guard case .quotes(let need) = cause, need.isComment else { return "write it as: \(line)" }
    return "put a space after '#' if it is a comment, or else write it as: \(line)"
  }
}

/// Returns text for a message: in quotes, cut at 60 characters, with control characters escaped.
func quoted(_ text: String) -> String {
  var shown = "'"
  for (count, scalar) in text.unicodeScalars.enumerated() {
    if count == 60 {
      shown += "…"
      break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: shown += codePoint(scalar)
    default: shown.unicodeScalars.append(scalar)
    }
  }
  return shown + "'"
}

/// Returns a character in the notation of the Unicode standard, as in U+0007.
func codePoint(_ scalar: Unicode.Scalar) -> String { "U+\(hexadecimal(scalar.value, digits: 4))" }

private func hexadecimal(_ number: some BinaryInteger, digits: Int) -> String {
  let text = String(number, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}

/// Translates libyaml's syntax errors into plainer words.
///
/// An error without a row keeps libyaml's words.
enum SyntaxWording {
  static func message(for syntax: YAMLSyntax) -> String {
    if let message = syntax.repair?.message { return message }
    if let row = row(for: syntax) { return fill(row.message, from: syntax) }
    return syntax.context.map { "\($0): \(syntax.problem)" } ?? syntax.problem
  }

  static func hint(for syntax: YAMLSyntax) -> String? {
    let way = syntax.repair?.hint ?? row(for: syntax).map { fill($0.hint, from: syntax) }
    let unread = "the following lines were not read"
    guard syntax.hasUnreadLines, row(for: syntax)?.isSuspicion != true else { return way }
    // A line to write comes last, so that it can be copied.
    guard let way else { return unread }
    return syntax.repair == nil ? "\(way); \(unread)" : "\(unread); \(way)"
  }

  static func relatedNote(for syntax: YAMLSyntax) -> String? {
    if syntax.isAtEnd { return "the text ends here" }
    switch syntax.context {
    case "while parsing a flow sequence": return "the list begins here"
    case "while parsing a flow mapping": return "the map begins here"
    default: return nil
    }
  }

  /// Returns whether the message is shown where libyaml's context begins, as for a bracket that is
  /// never closed.
  static func pointsAtContext(_ syntax: YAMLSyntax) -> Bool {
    syntax.isAtEnd || row(for: syntax)?.pointsAtContext == true
  }

  private static func row(for syntax: YAMLSyntax) -> SyntaxRow? {
    SyntaxRow.all.first { $0.matches(syntax) }
  }

  private static func fill(_ template: String, from syntax: YAMLSyntax) -> String {
    guard let character = syntax.character, template.contains("{") else { return template }
    return template.replacing("{character}", with: quoted(String(character)))
      .replacing("{code point}", with: codePoint(character))
  }
}
