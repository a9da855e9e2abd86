import APICallBase
package import APICallSafety
import APICallText
package import JSONText
package import YAMLTree

/// A JSONPath in which placeholders stand for values: `$[?@.name == <name>].id`.
///
/// A value is a literal of the path, and is never read as a part of it.
package struct ParameterPath: Sendable {
  package let path: JSONPath
  /// The placeholders, each as a template of its own, in order.
  package let parameters: [Template]

  /// The value in its place where it leads nowhere; nil if it has to lead somewhere.
  package var defaultValue: JSONNode?
  package private(set) var provenance: Provenance?
  private let written: String?

  package init(_ path: JSONPath, parameters: [Template] = [], written: String? = nil) {
    self.path = path
    self.parameters = parameters
    self.written = written
  }

  /// The same path with values in place of the placeholders; it is described without them.
  package func filled(in scope: Scope) throws(TemplateProblem) -> ParameterPath {
    guard !parameters.isEmpty else { return self }
    var values: [JSONPathParameter] = []
    var provenance = Provenance.file
    for parameter in parameters {
      guard let placeholder = parameter.sole else { continue }
      let binding = try placeholder.binding(in: scope)
      provenance.join(binding.provenance)
      values.append(try Self.parameter(binding, of: placeholder))
    }
    let path = try rethrowing(path.filled(with: values)) { (fault: JSONPathParameterFault) in
      let placeholder = parameters[fault.number].sole
      return TemplateProblem(
        "the value of \(placeholder?.text ?? written ?? "") is not \(fault.takes)",
        at: placeholder?.mark ?? parameters[fault.number].mark)
    }
    var filled = ParameterPath(path, written: written)
    filled.defaultValue = defaultValue
    filled.provenance = provenance
    return filled
  }

  /// Why the path cannot be evaluated, as the end of a message; empty if a secret stands in it,
  /// since an error may contain the values.
  package func reason(of error: JSONPathEvaluationError) -> String {
    guard (provenance?.secrecy ?? .open) == .open else { return "" }
    return ": \(path.words(of: error, showingPlaces: provenance == nil && parameters.isEmpty))"
  }

  private static func parameter(
    _ binding: Scope.Binding, of placeholder: Placeholder
  ) throws(TemplateProblem) -> JSONPathParameter {
    switch binding.value {
    case .text(let text): return .text(text)
    case .json(let json):
      switch json.kind {
      case .null: return .null
      case .boolean: return .boolean(json.boolean == true)
      case .number: return .number(json.text)
      case .string, .array, .object: break
      }
    case nil, .bytes, .file: break
    }
    guard let value = binding.value
    else { throw .absent(binding, placeholder.text, placeholder.span) }
    throw TemplateProblem(
      "the value of \(placeholder.text) is \(value.typeName), which cannot be a value in a JSONPath",
      at: placeholder.mark, hint: "texts, numbers, true, false and null can")
  }
}

extension ParameterPath: CustomStringConvertible {
  /// The path with its placeholders, which may stand for secrets.
  package var description: String { written ?? path.description }
}

extension Template {
  /// Finds the placeholders in a JSONPath.
  ///
  /// No path has a `<` directly before a name, except the words and functions of JSONPath; those
  /// remain comparisons.
  ///
  /// Returns the placeholders, and their places in Unicode scalars.
  package static func parameters(
    in path: String, at mark: Mark
  ) throws(TemplateProblems) -> [(template: Template, range: Range<Int>)] {
    guard path.utf8.contains(UInt8(ascii: "<")) else { return [] }
    let bytes = Array(path.utf8)
    var found: [(Template, Range<Int>)] = []
    var position = 0
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      if let open = quote {
        if byte == UInt8(ascii: "\\") { position += 1 } else if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      } else if byte == UInt8(ascii: "<"), begins(in: bytes, at: position + 1) {
        var reader = ExpressionReader(
          bytes, at: position, lineEnd: bytes.count,
          hasClose: bytes[position...].contains(UInt8(ascii: ">")))
        do throws(ExpressionReader.Found) {
          let placeholder = try reader.placeholder(in: mark)
          if let fault = reader.faults.first { throw fault }
          let start = String(decoding: bytes[..<position], as: UTF8.self).unicodeScalars.count
          let length = placeholder.text.unicodeScalars.count
          found.append((Template(placeholder, at: mark), start..<start + length))
        } catch {
          let span = reader.span(error.range, in: mark)
          throw TemplateProblems(
            all: [TemplateProblem(error.fault, at: span)],
            template: Template(Placeholder(unreadable: span), at: mark))
        }
        position = reader.position - 1
      }
      position += 1
    }
    return found
  }

  /// Whether a placeholder begins after a `<`, and not the right side of a comparison.
  private static func begins(in bytes: [UInt8], at start: Int) -> Bool {
    let end = Identifier.end(from: start, in: bytes)
    guard end > start else { return false }
    let word = String(decoding: bytes[start..<end], as: UTF8.self)
    if ["true", "false", "null"].contains(word) { return false }
    let isCall = end < bytes.count && bytes[end] == UInt8(ascii: "(")
    return !(isCall && ["length", "count", "value", "match", "search"].contains(word))
  }
}
