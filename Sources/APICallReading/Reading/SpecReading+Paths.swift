import APICallLanguage
import JSONText
import YAMLTree

/// Paths, which may be followed by a value for where they lead nowhere:
/// `$.items[*] | default(list())`.
extension SpecReading {
  mutating func jsonPath(_ entry: Node.Entry) -> JSONPath? {
    text(entry, takes: "a JSONPath").flatMap { jsonPath($0, at: entry.value.mark) }
  }

  /// Reads a JSONPath, which may have placeholders for values, and its default.
  mutating func parameterPath(
    _ entry: Node.Entry, takesPlaceholders: Bool = true
  ) -> ParameterPath? {
    text(entry, takes: "a JSONPath").flatMap {
      path($0, at: entry.value.mark, hasParameters: takesPlaceholders && !entry.value.isRaw)
    }
  }

  mutating func jsonPath(_ text: String, at mark: Mark) -> JSONPath? {
    do {
      return try JSONPath(text)
    } catch {
      let guess = Self.path(ofJQ: text)
      return reject(
        "cannot read the JSONPath '\(text)': \(error.message)", at: mark,
        hint: (try? JSONPath(guess)) == nil ? nil : "did you mean '\(guess)'?")
    }
  }

  /// The JSONPath of a path as jq writes it: without `$`, and with `[]` for all items.
  private static func path(ofJQ text: String) -> String {
    let isRooted = text.hasPrefix("$")
    var path = isRooted ? "" : text.hasPrefix(".") || text.hasPrefix("[") ? "$" : "$."
    for character in text {
      if character == "]", path.hasSuffix("[") { path += "*" }
      path.append(character)
    }
    return path
  }

  mutating func path(_ text: String, at mark: Mark, hasParameters: Bool) -> ParameterPath? {
    let parts = Self.partsOfPath(in: text)
    guard var path = path(alone: parts.path, at: mark, hasParameters: hasParameters) else {
      return nil
    }
    guard let rest = parts.rest else { return path }
    guard let value = defaultValue(rest, at: mark) else { return nil }
    path.defaultValue = value
    return path
  }

  private mutating func path(
    alone text: String, at mark: Mark, hasParameters: Bool
  ) -> ParameterPath? {
    do {
      let found = hasParameters ? try Template.parameters(in: text, at: mark) : []
      guard !found.isEmpty else { return jsonPath(text, at: mark).map { ParameterPath($0) } }
      let path = try JSONPath(text, parameters: found.map(\.range))
      return ParameterPath(path, parameters: found.map(\.template), written: text)
    } catch let problems as TemplateProblems {
      for problem in problems.all { report(problem.diagnostic) }
      return nil
    } catch let error as JSONPathError {
      return reject("cannot read the JSONPath '\(text)': \(error.message)", at: mark)
    } catch {
      return nil
    }
  }

  /// A path without what follows its `|`, which inside a path is only in brackets and quotes.
  static func partsOfPath(in text: String) -> (path: String, rest: Substring?) {
    guard let bar = bar(in: text) else { return (text, nil) }
    var path = text[..<bar]
    while path.last == " " { path.removeLast() }
    return (String(path), text[bar...])
  }

  private static func bar(in text: String) -> String.Index? {
    let bytes = text.utf8
    var depth = 0
    var quote: UInt8?
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      switch (byte, quote) {
      case (UInt8(ascii: "\\"), _?): bytes.formIndex(after: &index)
      case (_, let open?): if byte == open { quote = nil }
      case (UInt8(ascii: "'"), nil), (UInt8(ascii: "\""), nil): quote = byte
      case (UInt8(ascii: "["), nil): depth += 1
      case (UInt8(ascii: "]"), nil): depth -= 1
      case (UInt8(ascii: "|"), nil) where depth == 0: return index
      default: break
      }
      guard index < bytes.endIndex else { return nil }
      bytes.formIndex(after: &index)
    }
    return nil
  }

  /// Reads `| default(value)`.
  private mutating func defaultValue(_ text: Substring, at mark: Mark) -> JSONNode? {
    let hint = "as in '$.items[*] | default(list())'"
    let template: Template?
    do {
      template = try Template.whole("<null \(text)>", at: mark)
    } catch {
      for problem in error.all { report(problem.diagnostic) }
      return nil
    }
    guard let placeholder = template?.sole, let use = placeholder.expression.onlyFilter,
      use.filter.missing == .isReplaced, let argument = use.arguments.first,
      argument.isConstant
    else {
      return reject(
        "'\(text)' cannot follow a JSONPath: only default(…) can, with a value that is written there",
        at: mark, hint: hint)
    }
    guard let value = try? placeholder.binding(in: Scope()).value?.json else {
      return reject("the default of the JSONPath has no value", at: mark, hint: hint)
    }
    return value
  }
}

extension Expression {
  fileprivate var onlyFilter: FilterUse? {
    if case .filtered(let input, let use) = form, case .literal = input.form { use } else { nil }
  }

  fileprivate var isConstant: Bool {
    if isVolatile { return false }
    if case .reference = form { return false }
    return parts.allSatisfy(\.isConstant)
  }
}
