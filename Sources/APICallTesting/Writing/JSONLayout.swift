import APICallReading
import JSONText

extension RecordingDeclaration.Layout {
  func text(of root: JSONValue) -> [UInt8] {
    var bytes: [UInt8] = []
    append(root, to: &bytes)
    if self == .compactLine || self == .spacedLine { bytes.append(UInt8(ascii: "\n")) }
    return bytes
  }

  private var isSpaced: Bool { self == .spaced || self == .spacedLine }

  private func append(_ value: JSONValue, to bytes: inout [UInt8]) {
    var isFirst = true
    func separate() {
      if !isFirst { bytes += isSpaced ? ", ".utf8 : ",".utf8 }
      isFirst = false
    }
    switch value.kind {
    case .array:
      bytes.append(UInt8(ascii: "["))
      for element in value.elements {
        separate()
        append(element, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object:
      bytes.append(UInt8(ascii: "{"))
      for (key, member) in value.members.places {
        separate()
        bytes += key.bytes
        bytes += isSpaced ? ": ".utf8 : ":".utf8
        append(member, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    default: bytes += value.bytes
    }
  }

  /// The layout of a JSON text; nil if it has another one.
  static func layout(of root: JSONValue) -> Self? {
    allCases.first { $0.text(of: root) == root.document.bytes }
  }
}

extension BuiltJSON {
  /// The value with one member or item a line, as a file holds it.
  var fileBytes: [UInt8] { Array(indented.utf8) + [UInt8(ascii: "\n")] }
}
