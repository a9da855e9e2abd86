import APICallBase
package import APICallContracts
import APICallText
import JSONText

/// Assignments name='value' for a POSIX shell, for the names of --print; lists and maps are JSON.
///
/// Only names without a meaning in any shell are written: `[a-z_][a-z0-9_]*`, except those that end
/// in `_proxy` and those of zsh, such as `path`. Null is empty text.
package struct ShellFormatter: BufferedValueFormatter {
  package static let name = "shell"
  package static let summary =
    "Assignments name='value' for a POSIX shell, for the names of --print; lists and maps are JSON."
  package static let layout = OutputLayout.assignments

  let held: BufferSink

  package init(_ settings: FormatSettings) { held = BufferSink(limit: settings.limit) }

  mutating func write(_ root: JSONNode, to output: any ByteSink) throws(DeliveryError) {
    guard root.kind == .object else {
      throw .unsuitable("shell needs values with names, but the value is \(root.kind.typeName)")
    }
    var lines: [UInt8] = []
    for (number, (name, value)) in root.members.enumerated() {
      guard ShellName.isValid(name) else {
        throw .unsuitable(
          "'\(name)' is not a name for a shell: [a-z_][a-z0-9_]*, not *_proxy, not special in zsh"
        )
      }
      let text = try value.plainBytes(for: Self.name, number + 1)
      guard !text.contains(0) else {
        throw .unsuitable("'\(name)' contains the character U+0000, which no shell supports")
      }
      lines += "\(name)='".utf8
      for byte in text {
        if byte == UInt8(ascii: "'") { lines += "'\\'".utf8 }
        lines.append(byte)
      }
      lines += "'\n".utf8
    }
    // All or nothing, so that a shell never evaluates a part.
    try output.write(lines.span)
  }
}
