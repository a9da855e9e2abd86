import APICallBase
package import APICallHTTP
import JSONText

/// Assignments for a POSIX shell, name='value', of what --print names; lists and maps are JSON.
///
/// Only names that no shell gives a meaning are written: `[a-z_][a-z0-9_]*`, and none that ends in
/// `_proxy` or that is zsh's, as `path` is. Null is the empty text.
package struct ShellFormatter: HeldValueFormatter {
  package static let name = "shell"
  package static let summary =
    "Assignments for a POSIX shell, name='value', of what --print names; lists and maps are JSON."
  package static let layout = OutputLayout.assignments

  let held: BufferSink

  package init() { self.init(FormatSettings()) }

  /// Creates a formatter that holds so much of a value.
  package init(_ settings: FormatSettings) { held = BufferSink(limit: settings.limit) }

  mutating func write(_ root: JSONValue, to output: any ByteSink) throws(DeliveryError) {
    guard root.kind == .object else {
      throw .unsuitable("shell assigns values to names, and \(root.kind.typeName) has none")
    }
    var lines: [UInt8] = []
    for (number, (name, value)) in root.members.enumerated() {
      guard ShellName.isValid(name) else {
        throw .unsuitable(
          "'\(name)' is not a name for a shell: [a-z_][a-z0-9_]*, not *_proxy, and not one of zsh's"
        )
      }
      let text = try value.plainOctets(for: Self.name, number + 1)
      guard !text.contains(0) else {
        throw .unsuitable("'\(name)' holds the character U+0000, which a shell cannot")
      }
      lines += "\(name)='".utf8
      for octet in text {
        if octet == UInt8(ascii: "'") { lines += "'\\'".utf8 }
        lines.append(octet)
      }
      lines += "'\n".utf8
    }
    // All or nothing: what is evaluated must not be half of it.
    try output.write(lines.span)
  }
}
