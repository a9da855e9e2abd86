extension YAMLProblem {
  /// What is wrong, in one line: lower case, no full stop.
  package var message: String {
    switch kind {
    case .tooLarge(let octets, let limit):
      "the file has \(octets) octets, but at most \(limit) are read"
    case .notUTF8Encoding: "the file is written in UTF-16 or UTF-32"
    case .notUTF8(let octet): "the octet 0x\(hexadecimal(octet, digits: 2)) is not UTF-8"
    case .tooManyTagDirectives(let limit): "'%TAG' stands in the file more than \(limit) times"
    case .syntax(let syntax): SyntaxWording.message(for: syntax)
    case .tooDeep(let limit): "lists and maps are nested more than \(limit) levels deep"
    case .tooManyNodes(let limit, _): "there are more than \(limit) keys and values"
    case .tooMuchByAliases(let limit): "aliases repeat more than \(limit) octets of text"
    case .severalDocuments: "a second document begins here"
    case .duplicateKey(let key): "duplicate key \(quoted(key))"
    case .emptyKey: "a key is missing before ':'"
    case .complexKey(let typeName): "\(typeName) cannot be a key"
    case .mergeKey: "merge keys ('<<') are not supported"
    case .tag(let tag): "unknown tag \(quoted(tag))"
    case .undefinedAlias(let name): "unknown alias \(quoted("*" + name))"
    case .recursiveAlias(let name): "the alias \(quoted("*" + name)) stands inside its own value"
    }
  }

  /// The way out, in one line; nil where the message says it all.
  package var hint: String? {
    switch kind {
    case .tooLarge: "keep large bodies in files of their own"
    case .notUTF8Encoding, .notUTF8: "save the file as UTF-8"
    case .tooManyTagDirectives: "remove the %TAG lines: tags are not supported"
    case .syntax(let syntax): SyntaxWording.hint(for: syntax)
    case .tooDeep: "use fewer levels, or put the inner ones into a file of their own"
    case .tooManyNodes(_, byAlias: true):
      "every alias counts as a copy of its anchor's value: use fewer of them"
    case .tooManyNodes(_, byAlias: false): "split the file"
    case .tooMuchByAliases: "keep large texts in files of their own, or repeat them less"
    case .severalDocuments: "put each document into a file of its own"
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

  /// What is to be said at the related place; nil where showing it would not help.
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
  /// What is wrong, in words.
  var message: String {
    switch cause {
    case .quotes(.begins("'")), .quotes(.begins("\"")): "text goes on behind its closing quote"
    case .quotes(.begins(let first)): "text that begins with \(quoted(String(first))) needs quotes"
    case .quotes(.holds(let text, inside: nil)): "text that holds \(quoted(text)) needs quotes"
    case .quotes(.holds(let text, inside: let bracket?)):
      "text that holds \(quoted(text)) needs quotes inside \(bracket == "{" ? "{ }" : "[ ]")"
    case .quotes(.comment(let comment)): "\(quoted(comment)) is a comment to YAML"
    case .space: "a space is missing behind ':'"
    }
  }

  /// The way out, in words.
  var hint: String {
    guard case .quotes(let need) = cause, need.isComment else { return "write it as: \(line)" }
    return "put a space behind '#' if it is a remark, else write it as: \(line)"
  }
}

/// Returns text as messages show it: in quotes, cut at 60 characters, control characters escaped.
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

/// Puts libyaml's words for syntax errors into plainer ones.
///
/// What the table does not know passes through as libyaml says it.
enum SyntaxWording {
  /// Returns the message for a syntax error.
  static func message(for syntax: YAMLSyntax) -> String {
    if let message = syntax.repair?.message { return message }
    if let row = row(for: syntax) { return fill(row.message, from: syntax) }
    return syntax.context.map { "\($0): \(syntax.problem)" } ?? syntax.problem
  }

  /// Returns the way out of a syntax error; tells also whether lines were left unread.
  static func hint(for syntax: YAMLSyntax) -> String? {
    let way = syntax.repair?.hint ?? row(for: syntax).map { fill($0.hint, from: syntax) }
    let unread = "the lines that follow were not read"
    guard syntax.hasUnreadLines, row(for: syntax)?.isSuspicion != true else { return way }
    // A line to write stands last, to be copied.
    guard let way else { return unread }
    return syntax.repair == nil ? "\(way); \(unread)" : "\(unread); \(way)"
  }

  /// Returns what is to be said at the place that the message is not shown at.
  static func relatedNote(for syntax: YAMLSyntax) -> String? {
    if syntax.isAtEnd { return "the text ends here" }
    switch syntax.context {
    case "while parsing a flow sequence": return "the list begins here"
    case "while parsing a flow mapping": return "the map begins here"
    default: return nil
    }
  }

  /// Whether a message about the error belongs where libyaml's context begins, as for a bracket
  /// that is never closed.
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
