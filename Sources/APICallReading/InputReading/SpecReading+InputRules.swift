import APICallModel
import APICallText
import JSONText
import YAMLTree

/// Checks that involve several fields of an input.
extension SpecReading {
  /// Determines whether an input is required, and whether to prompt for it.
  mutating func settleNeed(of draft: inout InputDraft) {
    let name = draft.input.name
    if let required = draft.required, let optional = draft.optional,
      required.value == optional.value
    {
      let words = required.value ? "both required and optional" : "neither required nor optional"
      report(
        "'\(name)' is \(words)", at: optional.entry.value.mark,
        hint: "keep one of the two lines; they contradict each other")
    }
    if let required = draft.required { draft.input.isRequired = required.value }
    if let optional = draft.optional { draft.input.isRequired = !optional.value }
    if draft.defaultEntry != nil {
      let demand =
        draft.required.flatMap { $0.value ? $0.entry : nil }
        ?? draft.optional.flatMap { $0.value ? nil : $0.entry }
      if let demand {
        report(
          "'\(name)' has a default, so it is never missing", at: demand.value.mark,
          hint: "remove '\(demand.key)', or the default")
      }
      draft.input.isRequired = false
    }
    if let entry = draft.promptEntry, draft.input.prompt != nil, !draft.input.isRequired {
      report(
        "'\(name)' does not need a value, so there is never a prompt for it", at: entry.value.mark,
        hint: draft.defaultEntry == nil
          ? "remove 'prompt', or make the input required" : "remove 'prompt', or the default")
    }
  }

  mutating func readChoices(_ entry: Node.Entry, into input: inout InputDeclaration) {
    guard let items = list(entry) else { return }
    guard isShort(items.count, entry, most: 1000) else { return }
    guard !items.isEmpty else {
      report("'enum' is an empty list", at: entry.value.mark)
      return
    }
    var choices: [Value] = []
    for item in items where !isEmpty(item, of: nil) {
      if item.scalar?.kind == .null {
        report(
          "'enum' cannot contain null", at: item.mark,
          hint: "write 'optional: true' to make the value optional")
        continue
      }
      guard let choice = value(entry.holding(item), of: input.type) else { continue }
      if choices.contains(where: { $0.isSame(as: choice) }) {
        report("'\(choice.plainText ?? "")' is in 'enum' twice", at: item.mark)
      }
      choices.append(choice)
    }
    input.rules.append(InputRule(kind: .choices(choices), mark: entry.value.mark))
  }

  /// Checks that the rules apply to the type and do not contradict one another.
  mutating func checkRules(of input: InputDeclaration) {
    var least: JSONNumeral?
    var most: (JSONNumeral, InputRule)?
    var shortest: Int?
    var longest: (Int, InputRule)?
    for rule in input.rules {
      if !rule.types.contains(input.type) { reportMisfit(rule, input.type) }
      switch rule.kind {
      case .minimum(let number, _): least = number
      case .maximum(let number, _): most = (number, rule)
      case .minimumLength(let count): shortest = count
      case .maximumLength(let count): longest = (count, rule)
      default: break
      }
    }
    if let least, let most, most.0 < least {
      report("'max' is below 'min'", at: most.1.mark, hint: "no number can satisfy both")
    }
    if let shortest, let longest, longest.0 < shortest {
      report(
        "'max_length' is below 'min_length'", at: longest.1.mark, hint: "no value can satisfy both")
    }
  }

  private mutating func reportMisfit(_ rule: InputRule, _ type: InputType) {
    let types = rule.types.map(\.rawValue)
    let list = types.dropLast().joined(separator: ", ")
    var hint = types.count == 1 ? types[0] : "\(list) and \(types[types.count - 1])"
    hint = "it is for \(hint)"
    switch (rule.kind, type) {
    case (.minimum, .string), (.maximum, .string), (.minimum, .array), (.maximum, .array):
      hint += "; '\(rule.name)_length' counts characters and items"
    case (.minimumLength, .integer), (.maximumLength, .integer), (.minimumLength, .number),
      (.maximumLength, .number):
      hint += "; '\(rule.name.prefix(3))' is for numbers"
    default: break
    }
    report("'\(rule.name)' does not apply to an input of type \(type)", at: rule.mark, hint: hint)
  }

  mutating func checkedValue(_ entry: Node.Entry, of input: InputDeclaration) -> Value? {
    guard let value = value(entry, of: input.type) else { return nil }
    // No search is made if its problem would not be reported, or if the searches of the file have
    // used all their steps, which was reported before.
    for rule in input.rules where !isFull && patternSteps > 0 && rule.types.contains(input.type) {
      do {
        try rule.check(value, isSecret: input.isSecret, steps: &patternSteps)
      } catch {
        report("'\(entry.key)' \(error.predicate)", at: entry.value.mark, hint: error.hint)
      }
    }
    return value
  }

  mutating func variable(_ entry: Node.Entry) -> WrittenName? {
    guard let name = name(entry) else { return nil }
    let isName = Identifier.isValid(name.text) && !name.text.utf8.contains(UInt8(ascii: "-"))
    guard !isName else { return name }
    let inner = name.text.drop { $0 == "$" || $0 == "{" }.prefix { $0 != "}" }
    return reject(
      "'\(name.text)' is not the name of an environment variable", at: name.mark,
      hint: name.text.hasPrefix("$") && Identifier.isValid(inner)
        ? "write only the name: \(inner)"
        : "a name consists of letters, digits and _, and does not begin with a digit")
  }

  mutating func prompt(_ entry: Node.Entry) -> InputDeclaration.Prompt? {
    guard let scalar = entry.value.scalar, scalar.kind != .null, !scalar.text.isEmpty
    else { return reject(entry, takes: "true, false or a question") }
    if case .boolean(let isAsked) = scalar.kind { return isAsked ? .byName : nil }
    guard Self.booleanHint(scalar) == nil else {
      refuseBoolean(entry)
      return nil
    }
    return .question(scalar.text)
  }
}
