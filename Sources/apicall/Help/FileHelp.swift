import APICallBase
import APICallModel
import APICallReading
import APICallRequests
import APICallSafety
import APICallText
import CommandOptions

/// The help of one file: `apicall run FILE --help`.
struct FileHelp {
  let operand: String
  let runnable: Runnable

  /// Its summary and inputs; for an endpoint, everything.
  private var endpoint: EndpointSpec { runnable.head }

  static func text(of operands: [String]) throws(Failure) -> String? {
    guard let operand = operands.first(where: { InputResolver.Assignment($0) == nil }) else {
      return nil
    }
    let library = CommandEnvironment().library
    let runnable = try library.runnable(at: library.path(of: operand))
    return FileHelp(operand: operand, runnable: runnable).text
  }

  var text: String {
    var help = HelpText()
    if let summary = endpoint.summary { help.paragraph("OVERVIEW: \(summary)") }
    if case .endpoint = runnable { help.paragraph("REQUEST: \(request)") }
    help.paragraph("USAGE: \(usage)", indented: 2)
    help.section(
      "INPUTS:",
      endpoint.inputs.map { (Self.term($0), [$0.help ?? "", Self.facts(of: $0)]) })
    if case .script(let script) = runnable {
      help.heading("STEPS:")
      for row in script.plan {
        help.entry(
          row[0], [row[1...2].joined(separator: " "), row[3].isEmpty ? "" : "(\(row[3]))"])
      }
      help.section("OUTPUTS:", script.outputs.map { ($0.name, [$0.value.written]) })
    }
    help.section("OUTPUTS:", endpoint.outputs.map { ($0.name, [Self.facts(of: $0)]) })
    if !endpoint.examples.isEmpty {
      help.heading("EXAMPLES:")
      for example in endpoint.examples {
        help.example(example.name, command(for: example))
      }
    }
    let text = help.text + "\n'apicall run --help' lists the options.\n"
    return TerminalText.escapingCommands(TerminalText.escaping(text))
  }

  private var command: String { "apicall run \(ShellWord.quoted(operand))" }

  private var request: String {
    let call = "\(endpoint.writtenMethod) \(endpoint.writtenTarget)"
    let pages = endpoint.pagination == nil ? "" : ", page by page"
    let isWhole = endpoint.host != nil || endpoint.url != nil
    return (isWhole ? call : "\(call), to the host of the profile") + pages
  }

  private var usage: String {
    let words = endpoint.inputs.map { input in
      let isOpen = !input.isRequired || input.variable != nil || input.prompt != nil
      let word = Self.term(input) + (input.type == .array ? " ..." : "")
      return isOpen ? "[\(word)]" : word
    }
    return ([command] + words + ["[<options>]"]).joined(separator: " ")
  }

  /// An example as a command, with secrets masked; nil for one that matches any other inputs.
  private func command(for example: Example) -> String? {
    guard let inputs = example.inputs else { return nil }
    let words = endpoint.inputs.compactMap { input in
      inputs[input.name].map { value -> String in
        if input.isSecret { return "\(input.name)='\(ProtectedText.mask)'" }
        let sign = input.type == .array ? ":=" : "="
        return "\(input.name)\(sign)\(ShellWord.quoted(value.typed))"
      }
    }
    return ([command] + words).joined(separator: " ")
  }
}

extension Value {
  fileprivate var typed: String {
    if case .file(let file) = self { return file.path }
    return plainText ?? String(decoding: jsonText, as: UTF8.self)
  }
}

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
      case .header(let name): ["header field \(name)\(output.position.suffix)"]
      case .trailer(let name): ["trailer field \(name)\(output.position.suffix)"]
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
