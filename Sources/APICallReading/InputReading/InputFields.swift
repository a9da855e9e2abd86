import APICallModel
import APICallSafety
import YAMLTree

/// An input while it is being read; fields that depend on the type wait for it.
struct InputDraft: Sendable {
  var input: InputDeclaration
  var defaultEntry: Node.Entry?
  var choicesEntry: Node.Entry?
  var required: (entry: Node.Entry, value: Bool)?
  var optional: (entry: Node.Entry, value: Bool)?
  var promptEntry: Node.Entry?
  var isTypeKnown = true

  fileprivate mutating func add(_ kind: InputRule.Kind, _ entry: Node.Entry) {
    input.rules.append(InputRule(kind: kind, mark: entry.value.mark))
  }
}

/// The fields of an input.
enum InputFields {
  private static let longestLength = 1_000_000_000

  // One literal, because joining lists of fields would slow down every call.
  static let all: [Field<InputDraft>] = [
    Field(
      "type", "text", .words(InputType.allCases.map(\.rawValue)),
      "The type of the value; default string."
    ) {
      draft, entry, reading in
      let type = reading.word(entry, of: InputType.self, "types", hint: InputType.hint) {
        draft.isTypeKnown = false
        return "unknown type '\($0)'"
      }
      if let type { draft.input.type = type }
    },
    Field(
      "required", "true or false", .boolean,
      "Whether a value is needed; true unless there is a default."
    ) { if let isRequired = $2.boolean($1) { $0.required = ($1, isRequired) } },
    Field(
      "optional", "true or false", .boolean,
      "Whether the value can be left out; the opposite of required."
    ) { if let isOptional = $2.boolean($1) { $0.optional = ($1, isOptional) } },
    Field("min", "a number", .decimal, "The smallest allowed value of an integer or a number.") {
      if let (number, text) = $2.number($1) { $0.add(.minimum(number, written: text), $1) }
    },
    Field("max", "a number", .decimal, "The largest allowed value of an integer or a number.") {
      if let (number, text) = $2.number($1) { $0.add(.maximum(number, written: text), $1) }
    },
    Field(
      "min_length", "a whole number", .number(isWhole: true, 0...Double(longestLength)),
      "The minimum number of characters of a string, or of items of an array."
    ) { if let count = $2.count($1, upTo: longestLength) { $0.add(.minimumLength(count), $1) } },
    Field(
      "max_length", "a whole number", .number(isWhole: true, 0...Double(longestLength)),
      "The maximum number of characters of a string, or of items of an array."
    ) { if let count = $2.count($1, upTo: longestLength) { $0.add(.maximumLength(count), $1) } },
    Field(
      "pattern", "a regular expression", .regularExpression,
      "A pattern that must match somewhere in a string."
    ) { if let pattern = $2.pattern($1) { $0.add(.pattern(pattern), $1) } },
    Field(
      "format", "text", .words(InputFormat.allCases.map(\.rawValue)),
      "The format of a string: email, uri, date, time, date-time, uuid, hostname, ipv4 or ipv6."
    ) {
      let format = $2.word($1, of: InputFormat.self, "formats") {
        "unknown input format '\($0)'"
      }
      if let format { $0.add(.format(format), $1) }
    },
    Field(
      "enum", "a list of values", .list(of: .anything),
      "The allowed values of a string, an integer or a number."
    ) {
      draft, entry, _ in draft.choicesEntry = entry
    },
    Field("default", "a value of the type", .anything, "The value that is used if none is given.") {
      draft, entry, _ in draft.defaultEntry = entry
    },
    Field(
      "env", "text", .textMatching("^[A-Za-z_][A-Za-z0-9_]*$"),
      "The environment variable that may contain the value."
    ) {
      $0.input.variable = $2.variable($1)
      $2.checkIsNoSecret($1)
    },
    Field(
      "prompt", "true, false or a question", .either([.boolean, .text]),
      "Whether to prompt for the value on the terminal if none is given."
    ) {
      $0.input.prompt = $2.prompt($1)
      $0.promptEntry = $1
    },
    Field(
      "secret", "true or false", .boolean, "Whether the value is masked wherever it is shown."
    ) { if let isSecret = $2.boolean($1) { $0.input.isSecret = isSecret } },
    Field("help", "text", .text, "A one-line description of the input.") {
      $0.input.help = $2.text($1)
    },
  ]
}

extension SpecReading {
  /// Reads the inputs.
  ///
  /// An input may be declared without a value: `email:`.
  mutating func inputs(_ entry: Node.Entry) -> [InputDeclaration] {
    let hint = inputsForm(entry).map { "write \($0)" }
    guard
      let entries = entries(entry, takes: "a map of inputs", hint: hint, most: Self.nameLimit)
    else {
      knowsInputs = false
      return []
    }
    var inputs: [InputDeclaration] = []
    for entry in entries {
      checkName(entry, reserved: Self.reservedNames, kind: "an input")
      var draft = InputDraft(input: InputDeclaration(name: entry.key, mark: entry.keyMark))
      if entry.value.scalar?.kind != .null {
        read(
          entry.value, as: InputFields.all, into: &draft, named: "the input '\(entry.key)'",
          form: inputForm(entry))
      }
      inputs.append(input(from: draft))
    }
    return inputs
  }

  private mutating func input(from draft: InputDraft) -> InputDeclaration {
    var draft = draft
    settleNeed(of: &draft)
    if draft.isTypeKnown {
      if let entry = draft.choicesEntry { readChoices(entry, into: &draft.input) }
      checkRules(of: draft.input)
      if let entry = draft.defaultEntry {
        draft.input.defaultValue = checkedValue(entry, of: draft.input)
        draft.input.defaultMark = entry.value.mark
      }
    }
    return draft.input
  }

  /// Refuses a variable that contains a stored secret, which could go anywhere as an input.
  fileprivate mutating func checkIsNoSecret(_ entry: Node.Entry) {
    guard RequestRule.secretOrigins.holds, let name = entry.value.scalar?.text,
      name.hasPrefix(SecretVariable.prefix)
    else { return }
    let secret = SecretVariable.secret(in: name) ?? "NAME"
    report(
      "the variable '\(name)' contains a stored secret, which an input cannot take",
      at: entry.value.mark,
      hint: "write <secret.\(secret)> where it is used")
  }
}
