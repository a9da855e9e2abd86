import APICallSafety
import JSONText

/// The operands of matchers that contain a secret of the call.
///
/// Such a secret is masked in its operand however short it is.
package struct SecretOperands: Sendable {
  private var operands: [(document: JSONDocument, text: ProtectedText)] = []

  package init() {}

  mutating func learn(_ value: JSONNode, of text: ProtectedText) {
    if text.holdsSecret { operands.append((value.document, text)) }
  }

  /// A value with its secrets masked, for display.
  ///
  /// Returns JSON in which the texts of operands are masked, and other secret scalars are replaced
  /// with the text of the mask.
  func masking(_ value: JSONNode) -> JSONNode {
    guard let text = operands.first(where: { $0.document === value.document })?.text else {
      return value
    }
    var masked: [UInt8] = []
    Self.append(value, of: text.stretches, to: &masked)
    return (try? JSONDocument(masked))?.root ?? value
  }

  private static func append(
    _ value: JSONNode, of stretches: [(bytes: [UInt8], isSecret: Bool)],
    to masked: inout [UInt8]
  ) {
    switch value.kind {
    case .array:
      var separator = UInt8(ascii: "[")
      for element in value.elements {
        masked.append(separator)
        append(element, of: stretches, to: &masked)
        separator = UInt8(ascii: ",")
      }
      masked += separator == UInt8(ascii: "[") ? "[]".utf8 : "]".utf8
    case .object:
      var separator = UInt8(ascii: "{")
      for (key, member) in value.members {
        masked.append(separator)
        JSONWriter.append(string: key, to: &masked)
        masked.append(UInt8(ascii: ":"))
        append(member, of: stretches, to: &masked)
        separator = UInt8(ascii: ",")
      }
      masked += separator == UInt8(ascii: "{") ? "{}".utf8 : "}".utf8
    case .null, .boolean, .number, .string:
      masked += scalar(value, of: stretches)
    }
  }

  private static func scalar(
    _ value: JSONNode, of stretches: [(bytes: [UInt8], isSecret: Bool)]
  ) -> [UInt8] {
    let isText = value.kind == .string
    let extent =
      isText ? value.range.lowerBound + 1..<value.range.upperBound - 1 : value.range
    var shown: [UInt8] = []
    var holdsSecret = false
    var position = 0
    for stretch in stretches {
      let start = max(position, extent.lowerBound)
      let end = min(position + stretch.bytes.count, extent.upperBound)
      if start < end {
        holdsSecret = holdsSecret || stretch.isSecret
        shown +=
          stretch.isSecret
          ? Array(ProtectedText.mask.utf8)
          : Array(stretch.bytes[start - position..<end - position])
      }
      position += stretch.bytes.count
    }
    guard holdsSecret else { return Array(value.bytes) }
    let text = isText ? shown : Array(ProtectedText.mask.utf8)
    return [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
  }
}
