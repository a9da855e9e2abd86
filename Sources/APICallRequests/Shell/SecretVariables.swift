import APICallHTTP
import APICallLanguage
import APICallModel
import APICallSafety
import APICallText
import JSONText

/// The shell variables that stand for the secrets of a request.
struct SecretVariables: Sendable {
  /// The secret inputs that are text, and stored secrets, in each form in which they may occur.
  private let known: [Form]
  /// The variables in use, in the order in which they occurred, with their meanings.
  private(set) var used: [(name: String, meaning: String)] = []
  private var others: [(name: String, value: [UInt8])] = []

  init(_ call: Call) {
    let inputs = call.endpoint.inputs.filter(\.isSecret).flatMap { input -> [Form] in
      guard case .text(let text) = call.scope[input.name]?.value else { return [] }
      return Self.forms(of: text, Self.name(input.name), "the input '\(input.name)'")
    }
    let stored = call.scope.secrets?.values ?? []
    known =
      inputs
      + stored.flatMap { name, value in
        Self.forms(
          of: value.revealed, Self.name(name, after: "STORED"), "the stored secret '\(name)'")
      }
  }

  private static func forms(of text: String, _ name: String, _ meaning: String) -> [Form] {
    let bytes = Array(text.utf8)
    var json: [UInt8] = []
    JSONWriter.append(string: text, to: &json)
    let inURL = PercentEncoding.encode(bytes, for: .value)
    let inForm = PercentEncoding.encode(bytes, for: .form)
    let escaped = Array(json.dropFirst().dropLast())
    return [
      Form(variable: name, meaning: meaning, value: bytes),
      Form(
        variable: "\(name)_in_URL", meaning: "\(meaning), percent-encoded", value: inURL),
      Form(variable: "\(name)_in_form", meaning: "\(meaning), form-encoded", value: inForm),
      Form(variable: "\(name)_in_JSON", meaning: "\(meaning), JSON-escaped", value: escaped),
    ]
  }

  /// The parts of a text for a shell, with its secrets as variables.
  mutating func parts(of text: ProtectedText) -> [ShellWord.Part] {
    text.stretches.map { stretch in
      stretch.isSecret ? .variable(variable(for: stretch.bytes)) : .bytes(stretch.bytes)
    }
  }

  /// The parts of a header field's value; a credential is a variable, except for its scheme.
  mutating func parts(of field: HeaderField) -> [ShellWord.Part] {
    guard CredentialFields.contain(field.name) else { return parts(of: field.value) }
    var stretches = field.value.stretches
    var scheme: [UInt8] = []
    if let first = stretches.first, !first.isSecret,
      let space = first.bytes.firstIndex(of: UInt8(ascii: " "))
    {
      scheme = Array(first.bytes[...space])
      stretches[0].bytes.removeFirst(space + 1)
      if stretches[0].bytes.isEmpty { stretches.removeFirst() }
    }
    guard !stretches.isEmpty else { return [.bytes(scheme)] }
    let start: [ShellWord.Part] = scheme.isEmpty ? [] : [.bytes(scheme)]
    if stretches.count == 1, stretches[0].isSecret {
      return start + [.variable(variable(for: stretches[0].bytes))]
    }
    let rest = stretches.flatMap(\.bytes)
    let meaning = "the \(scheme.isEmpty ? "value" : "credentials") of \(field.name)"
    return start + [.variable(other(for: rest, named: Self.name(field.name), meaning))]
  }

  private mutating func variable(for bytes: [UInt8]) -> String {
    if let form = known.first(where: { $0.value == bytes }) {
      note(form.variable, form.meaning)
      return form.variable
    }
    return other(for: bytes, named: nil, "a value made of a secret")
  }

  private mutating func other(for bytes: [UInt8], named name: String?, _ meaning: String) -> String
  {
    if let same = others.first(where: { $0.value == bytes }) { return same.name }
    var result = name ?? "SECRET_\(others.count + 1)"
    while used.contains(where: { $0.name == result }) { result += "_\(others.count + 1)" }
    others.append((result, bytes))
    note(result, meaning)
    return result
  }

  private mutating func note(_ name: String, _ meaning: String) {
    if !used.contains(where: { $0.name == name }) { used.append((name, meaning)) }
  }

  /// A secret in one of its forms, and the variable for it.
  private struct Form {
    var variable: String
    var meaning: String
    var value: [UInt8]
  }

  /// The name of a variable that has no meaning to any program, whatever the name of the input is.
  private static func name(_ name: String, after prefix: String = "SECRET") -> String {
    "\(prefix)_" + name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
  }
}
