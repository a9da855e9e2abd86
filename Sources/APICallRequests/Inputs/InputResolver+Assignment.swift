import APICallText

extension InputResolver {
  /// An input as the user gave it: `name=value`, `name:=JSON` or `name@=FILE`.
  package struct Assignment: Sendable, Hashable {
    package var name: String
    package var form: Form
    /// The text after the sign: a value, JSON, or the path of a file.
    package var text: String

    /// The signs between the name of an input and its value.
    package enum Form: String, Sendable, CaseIterable {
      /// The text itself, read by the input's type.
      case literal = "="
      case json = ":="
      /// The contents of a file; `-` is standard input.
      case file = "@="
    }

    package init(name: String, text: String, as form: Form = .literal) {
      self.name = name
      self.form = form
      self.text = text
    }

    /// Reads an argument, split at the first `=`; nil if the left side is not a name.
    package init?(_ argument: String) {
      let bytes = argument.utf8
      guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      var end = equals
      var form = Form.literal
      if equals > bytes.startIndex {
        let before = bytes.index(before: equals)
        switch bytes[before] {
        case UInt8(ascii: ":"): (form, end) = (.json, before)
        case UInt8(ascii: "@"): (form, end) = (.file, before)
        default: break
        }
      }
      guard Identifier.isValid(argument[..<end]) else { return nil }
      name = String(argument[..<end])
      self.form = form
      text = String(argument[bytes.index(after: equals)...])
    }
  }
}
