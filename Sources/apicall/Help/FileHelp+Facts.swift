import APICallModel
import JSONText

/// Descriptions of inputs and outputs.
extension FileHelp {
  static func term(_ input: InputDeclaration) -> String {
    let value =
      switch input.type {
      case .array: "item"
      case .file: "path"
      default: input.type.rawValue
      }
    return "\(input.name)=<\(value)>"
  }

  static func facts(of input: InputDeclaration) -> String {
    var facts: [String] = []
    if input.isRequired { facts.append("required") }
    if !input.isRequired, input.defaultValue == nil { facts.append("optional") }
    if input.type == .array || input.type == .object || input.type == .file {
      facts.append(input.type == .array ? "a list; may be repeated" : "\(input.type)")
    }
    facts += input.rules.map(\.words)
    if let value = input.defaultValue {
      facts.append("default: \(value.excerpt(isSecret: input.isSecret))")
    }
    if let variable = input.variable { facts.append("env: \(variable.text)") }
    if input.prompt != nil { facts.append("prompted for on a terminal") }
    if input.isSecret { facts.append("secret") }
    return facts.isEmpty ? "" : "(\(facts.joined(separator: ", ")))"
  }

  static func facts(of output: OutputDeclaration) -> String {
    var facts =
      switch output.place {
      case .body(let path): ["\(path)"]
      case .header(let name): ["header field \(name)"]
      case .trailer(let name): ["trailer field \(name)"]
      case .text: ["text of the body"]
      }
    if let pattern = output.pattern { facts.append("by the pattern \(pattern.excerpt)") }
    if let value = output.defaultValue {
      facts.append("default: \(value.excerpt(isSecret: output.isSecret))")
    }
    if output.isSecret { facts.append("secret") }
    return facts.joined(separator: ", ")
  }
}
