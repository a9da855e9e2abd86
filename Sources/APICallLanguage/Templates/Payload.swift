package import APICallBase
package import APICallSafety
import APICallText
import JSONText

/// A JSON body with placeholders in its text values.
package indirect enum Payload: Sendable {
  /// JSON text that is sent as written: a number, true, false or null.
  case literal(String)
  /// Text. If it is exactly one placeholder, it has the type of its value.
  case text(Template)
  case list([Payload])
  /// A map; its keys are text without placeholders.
  case map([(key: String, value: Payload)])

  package var templates: [Template] {
    switch self {
    case .literal: []
    case .text(let template): [template]
    case .list(let items): items.flatMap(\.templates)
    case .map(let entries): entries.flatMap(\.value.templates)
    }
  }

  package func mapTemplates(_ change: (Template) -> Template) -> Payload {
    switch self {
    case .literal: self
    case .text(let template): .text(change(template))
    case .list(let items): .list(items.map { $0.mapTemplates(change) })
    case .map(let entries): .map(entries.map { ($0.key, $0.value.mapTemplates(change)) })
    }
  }

  /// Fills in the values and writes the JSON, without white space.
  ///
  /// Returns the JSON text; nil if the whole payload is one unset optional.
  package func render(
    in scope: Scope, noting note: Template.Note = { _ in }
  ) throws(TemplateProblem) -> ProtectedText? {
    switch self {
    case .literal(let json): return ProtectedText(json)
    case .text(let template): return try Self.render(template, in: scope, noting: note)
    case .list(let items):
      var result: ProtectedText = "["
      var separator = ""
      for item in items {
        guard let json = try item.render(in: scope, noting: note) else { continue }
        result.append(separator)
        result.append(json)
        separator = ","
      }
      result.append("]")
      return result
    case .map(let entries):
      var result: ProtectedText = "{"
      var separator = ""
      for (key, value) in entries {
        guard let json = try value.render(in: scope, noting: note) else { continue }
        var name = Array(separator.utf8)
        JSONWriter.append(string: key, to: &name)
        result.append(ProtectedText(bytes: name + [UInt8(ascii: ":")]))
        result.append(json)
        separator = ","
      }
      result.append("}")
      return result
    }
  }

  private static func render(
    _ template: Template, in scope: Scope, noting note: Template.Note
  ) throws(TemplateProblem) -> ProtectedText? {
    if let sole = template.sole {
      let binding = try sole.binding(in: scope)
      note(binding.provenance)
      switch binding.value {
      case nil:
        try sole.checkRow(of: binding)
        return nil
      case .text(let text):
        var quoted: ProtectedText = "\""
        quoted.append(escaped(ProtectedText(text, binding.provenance.secrecy)))
        quoted.append("\"")
        return quoted
      case .json(let json):
        return ProtectedText(bytes: Array(json.bytes), binding.provenance.secrecy)
      case .bytes, .file:
        throw .notText(sole, typeName: binding.value?.typeName ?? "nothing")
      }
    }
    var result: ProtectedText = "\""
    result.append(
      try template.render(
        in: scope, encoding: { (value, _) throws(TemplateProblem) in escaped(value) },
        literalEncoding: { escaped(ProtectedText($0)).revealed },
        noting: note))
    result.append("\"")
    return result
  }

  private static func escaped(_ value: ProtectedText) -> ProtectedText {
    let bytes = value.revealedBytes
    var content: [UInt8] = []
    JSONWriter.append(content: bytes.span, to: &content)
    return ProtectedText(bytes: content, value.secrecy)
  }

  /// The value of the payload, which is secret if a secret is part of it; none if the whole payload
  /// is one unset optional.
  package func binding(in scope: Scope) throws(TemplateProblem) -> Scope.Binding {
    if case .text(let template) = self {
      if let sole = template.sole { return try sole.binding(in: scope) }
      var provenance = Provenance.file
      let text = try template.render(in: scope, noting: { provenance.join($0) })
      return Scope.Binding(.text(text.revealed), from: provenance)
    }
    var provenance = Provenance.file
    guard let json = try render(in: scope, noting: { provenance.join($0) })
    else { return Scope.Binding(nil) }
    do throws(JSONSyntaxError) {
      return Scope.Binding(try Value(json: json.revealed), from: provenance)
    } catch {
      guard let mark = templates.first?.mark else { return Scope.Binding(nil) }
      throw TemplateProblem("the value is nested too deeply", at: mark)
    }
  }

  /// The diagnostics of a payload that cannot be written as JSON: bytes alone are a value, but not one
  /// that JSON has.
  package func problems(ofJSON error: TemplateProblem, in scope: Scope) -> [Message] {
    let problems = problems(in: scope)
    return problems.isEmpty ? [error.diagnostic] : problems
  }

  package func problems(in scope: Scope) -> [Message] {
    var problems: [Message] = []
    // A let may be bytes; an item of a list may not.
    if case .text = self {
      do { _ = try binding(in: scope) } catch { problems.append(error.diagnostic) }
      return problems
    }
    for template in templates {
      do { _ = try Payload.text(template).render(in: scope) } catch {
        problems.append(error.diagnostic)
      }
    }
    return problems
  }
}
