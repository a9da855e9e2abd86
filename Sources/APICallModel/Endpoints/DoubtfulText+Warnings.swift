package import APICallBase
package import APICallLanguage
import APICallSafety
import JSONText

extension DoubtfulText {
  /// The warning that it is text; nil for text that is common without any placeholder in mind.
  fileprivate var warning: Message? {
    let message: String
    let hint: String
    switch form {
    case .unclosed, .braces, .expression: return nil
    case .json:
      message = "the text of 'json' is itself JSON, and is sent as a JSON string"
      hint = "write the value in YAML, without quotes, or put !raw before it if it is a string"
    case .file:
      message = "'\(span.text)' is sent as text"
      hint =
        "write {file: \(span.text.dropFirst())} for the contents of a file, or put !raw before "
        + "the text"
    case .possible(let fault):
      message =
        "'\(span.placeholder)' is text, not a placeholder: " + fault.message(in: span.placeholder)
      hint = fault.hint ?? "put !raw before the value if all of it is text"
    case .lookalike:
      // `<!DOCTYPE html>`
      guard !span.placeholder.hasPrefix("<!") else { return nil }
      message = "'\(span.placeholder)' is text, not a placeholder"
      hint = "a placeholder is <name | filter | …>; put !raw before the value if all of it is text"
    case .foreign, .variable, .interpolation, .segment:
      message = "'\(span.text)' is text, not a placeholder"
      hint = "write <\(path)> for a value, or put !raw before the value if all of it is text"
    }
    return Message(message, at: span.mark, hint: hint).reported(as: .warning)
  }
}

extension Template {
  fileprivate func warnings(isPath: Bool = false) -> [Message] {
    doubts.filter { $0.isMeant(inPath: isPath) }.compactMap(\.warning)
  }

  /// The same text of a part of a form, with a note that it looks like the path of a file.
  package func notingFile() -> Template {
    let text = written
    guard sole == nil, parts.count == 1, text.utf8.first == UInt8(ascii: "@"),
      text.utf8.count > 1, !text.utf8.contains(where: { " \n".utf8.contains($0) })
    else { return self }
    var template = self
    let span = TemplateSpan(container: mark, placeholder: text, range: 0..<text.utf8.count)
    template.doubts.append(DoubtfulText(name: "", path: "", span: span, form: .file))
    return template
  }

  /// The same text of a JSON body, with a note that it is JSON itself.
  package func notingJSON() -> Template {
    let sample = parts.reduce(into: "") { text, part in
      if case .text(let literal) = part { text += literal } else { text += "0" }
    }
    guard let first = sample.utf8.first(where: { !" \n\r\t".utf8.contains($0) }),
      "{[".utf8.contains(first), (try? JSONDocument(Array(sample.utf8))) != nil
    else { return self }
    var template = self
    let span = TemplateSpan(container: mark, placeholder: written, range: 0..<written.utf8.count)
    template.doubts.append(DoubtfulText(name: "", path: "", span: span, form: .json))
    return template
  }
}

extension Runnable {
  /// A warning for each text that looks like a placeholder, but is text.
  package var doubtfulTexts: [Message] {
    switch self {
    case .endpoint(let endpoint): endpoint.doubtfulTexts
    case .script(let script): script.doubtfulTexts
    }
  }
}

extension EndpointSpec {
  fileprivate var doubtfulTexts: [Message] {
    var found: [Message] = []
    visitTemplates { template, place in
      guard !template.doubts.isEmpty else { return }
      var template = template
      template.doubts.removeAll { doubt in
        if case .possible = doubt.form { !knowsValue(named: doubt.name) } else { false }
      }
      found += template.warnings(isPath: place == .path || place == .url)
    }
    return found
  }

  private func knowsValue(named name: String) -> Bool {
    inputs.contains { $0.name == name } || lets.contains { $0.name == name }
      || needs.contains { $0.name == name } || name == SecretName.prefix
  }
}

extension ScriptSpec {
  fileprivate var doubtfulTexts: [Message] {
    head.doubtfulTexts + allSteps.flatMap(\.doubtfulTexts)
      + resultTemplates.flatMap { $0.warnings() }
  }
}

extension Step {
  fileprivate var doubtfulTexts: [Message] {
    ownTemplates.flatMap { $0.warnings() } + (callee.called?.doubtfulTexts ?? [])
      + (cleanup?.step.doubtfulTexts ?? [])
  }
}
