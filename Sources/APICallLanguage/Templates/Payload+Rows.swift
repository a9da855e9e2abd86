package import APICallSafety
import APICallText
import JSONText

extension Payload {
  /// Computes the value; a missing member is not an error.
  package func bindingIfPresent(in scope: Scope) throws(TemplateProblem) -> Scope.Binding {
    if case .text(let template) = self, let sole = template.sole {
      return try sole.bindingIfPresent(in: scope)
    }
    return try binding(in: scope)
  }

  /// Writes the payload for a row as JSON, without white space.
  ///
  /// Every row has the same members: a missing value is null.
  package func appendRow(
    in scope: Scope, to bytes: inout [UInt8], noting note: (Provenance) -> Void
  ) throws(TemplateProblem) {
    switch self {
    case .literal(let json): bytes += json.utf8
    case .text(let template):
      if let sole = template.sole {
        let binding = try sole.bindingIfPresent(in: scope)
        note(binding.provenance)
        switch binding.value {
        case nil: bytes += "null".utf8
        case .text(let text): JSONWriter.append(string: text, to: &bytes)
        case .json(let json): bytes += json.bytes
        case .bytes, .file:
          throw .notText(sole, typeName: binding.value?.typeName ?? "nothing")
        }
      } else {
        let text = try template.render(in: scope, noting: note)
        JSONWriter.append(string: text.revealed, to: &bytes)
      }
    case .list(let items):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        try item.appendRow(in: scope, to: &bytes, noting: note)
      }
      bytes.append(UInt8(ascii: "]"))
    case .map(let entries):
      bytes.append(UInt8(ascii: "{"))
      for (index, entry) in entries.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        JSONWriter.append(string: entry.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        try entry.value.appendRow(in: scope, to: &bytes, noting: note)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}
