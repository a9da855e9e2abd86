import YAMLTree

/// An input while it is being read: its default waits until the type is known.
struct InputDraft: Sendable {
  var input: InputDeclaration
  var defaultEntry: Node.Entry?
  var requiredEntry: Node.Entry?
  var isTypeKnown = true
}

/// The fields of an input.
enum InputFields {
  static let all: [Field<InputDraft>] = [
    Field(
      "type", "text", .words(InputType.allCases.map(\.rawValue)),
      "string, integer, number, boolean, array or object; string if absent."
    ) {
      draft, entry, reading in
      guard let text = reading.text(entry) else { return }
      guard let type = InputType(rawValue: text) else {
        let known = InputType.allCases.map(\.rawValue)
        reading.report(
          "unknown type '\(text)'", at: entry.value.mark,
          hint: Nearest.hint(for: text, among: known, noun: "types"))
        draft.isTypeKnown = false
        return
      }
      draft.input.type = type
    },
    Field(
      "required", "true or false", .boolean,
      "Whether a value is needed; true unless there is a default."
    ) {
      if let isRequired = $2.boolean($1) { $0.input.isRequired = isRequired }
      $0.requiredEntry = $1
    },
    Field("default", "a value of the type", .anything, "The value where none is given.") {
      draft, entry, _ in draft.defaultEntry = entry
    },
    Field("secret", "true or false", .boolean, "Whether the value is masked wherever it is shown.")
    {
      if let isSecret = $2.boolean($1) { $0.input.isSecret = isSecret }
    },
    Field("help", "text", .text, "One line that says what the input is for.") {
      $0.input.help = $2.text($1)
    },
  ]
}

extension SpecReading {
  /// Names that mean something else in a placeholder.
  static let reservedNames = ["each", "index", "hosts", "secret", "request", "error"]

  /// Reads the inputs.
  ///
  /// One may be declared with nothing: `email:`.
  mutating func inputs(_ entry: Node.Entry) -> [InputDeclaration] {
    guard let entries = entry.value.entries else {
      refuse(entry, takes: "a map of inputs")
      knowsInputs = false
      return []
    }
    var inputs: [InputDeclaration] = []
    for entry in entries {
      checkName(entry, reserved: Self.reservedNames, kind: "an input")
      var draft = InputDraft(input: InputDeclaration(name: entry.key, mark: entry.keyMark))
      if entry.value.scalar?.kind != .null {
        read(entry.value, as: InputFields.all, into: &draft, named: "the input '\(entry.key)'")
      }
      inputs.append(input(from: draft))
    }
    return inputs
  }

  private mutating func input(from draft: InputDraft) -> InputDeclaration {
    var input = draft.input
    guard let entry = draft.defaultEntry else { return input }
    if let required = draft.requiredEntry, input.isRequired {
      report(
        "'\(input.name)' has a default, so it is never missing", at: required.value.mark,
        hint: "remove 'required', or the default")
    }
    input.isRequired = false
    if draft.isTypeKnown { input.defaultValue = value(entry, of: input.type) }
    return input
  }

  /// Checks the name of an input or an output.
  mutating func checkName(_ entry: Node.Entry, reserved: [String], kind: String) {
    if !Identifier.isValid(entry.key) {
      report(
        "'\(entry.key)' cannot be the name of \(kind)", at: entry.keyMark,
        hint: "a name is letters, digits, _ and -, and begins with a letter or _")
    } else if reserved.contains(entry.key) {
      report(
        "'\(entry.key)' cannot be the name of \(kind): it is reserved", at: entry.keyMark,
        hint: "reserved are \(reserved.joined(separator: ", "))")
    }
  }
}
