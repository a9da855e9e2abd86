import APICallBase
import APICallLanguage
import APICallModel
import JSONText
import YAMLTree

extension SpecReading {
  /// Reads expectations for a value: a map of matchers, or the value that it has to equal.
  mutating func matchers(_ entry: Node.Entry) -> [Matcher<Payload>] {
    if let entries = entry.value.entries {
      if entries.isEmpty {
        report(
          "'\(entry.key)' is an empty map", at: entry.value.mark,
          hint: "a map contains matchers; 'equals: {}' compares with an empty map")
      }
      return matcherMap(entries)
    }
    return [Matcher(.equals(payload(entry)), at: entry.operandMark)]
  }

  mutating func matcherMap(_ entries: [Node.Entry]) -> [Matcher<Payload>] {
    var matchers: [Matcher<Payload>] = []
    for entry in entries {
      guard !isFull else { break }
      guard let field = MatcherFields.all.first(where: { $0.name == entry.key }) else {
        report(
          "unknown matcher '\(entry.key)'", at: entry.keyMark,
          hint: MatcherFields.hint(for: entry.key)
            ?? Nearest.hint(for: entry.key, among: MatcherFields.names, noun: "matchers"))
        continue
      }
      field.read(&matchers, entry, &self)
    }
    return matchers
  }

  mutating func matcherGroups(_ entry: Node.Entry) -> [[Matcher<Payload>]]? {
    someItems(entry).map { items in items.map { matchers(entry.holding($0)) } }
  }

  mutating func choiceOperands(_ entry: Node.Entry) -> [Payload]? {
    someItems(entry).map { items in
      items.map { payload(entry.holding($0)) }
    }
  }

  mutating func numberOperand(_ entry: Node.Entry) -> Payload? {
    guard let operand = someOperand(entry, takes: "a number") else { return nil }
    switch operand {
    case .literal(let text) where JSONNumeral(text) != nil: return .literal(text)
    case .text(let template) where template.sole != nil: return .text(template)
    default:
      return reject(entry, takes: "a number")
    }
  }

  private mutating func someOperand(_ entry: Node.Entry, takes words: String) -> Payload? {
    guard entry.value.scalar?.kind != .null else { return reject(entry, takes: words) }
    let before = problems.count
    let operand = payload(entry)
    return problems.count == before ? operand : nil
  }

  mutating func lengthMatchers(_ entry: Node.Entry) -> [Matcher<Payload>]? {
    if entry.value.entries != nil { return matchers(entry) }
    let words = "a whole number or a map of matchers"
    guard let operand = someOperand(entry, takes: words) else { return nil }
    switch operand {
    case .literal(let text) where JSONNumeral(text)?.integer ?? -1 >= 0: return matchers(entry)
    case .text(let template) where template.sole != nil: return matchers(entry)
    default:
      return reject(
        entry, takes: words,
        hint: "as in 'length: 3', or 'length: {min: 1}'")
    }
  }

  mutating func jsonTypes(_ entry: Node.Entry) -> [JSONType]? {
    guard let items = entry.value.items == nil ? [entry.value] : someItems(entry)
    else { return nil }
    var types: [JSONType] = []
    for item in items {
      // 'null' is a word in the list of types, with or without quotes.
      let word = item.scalar?.text ?? ""
      if let type = JSONType(rawValue: word) {
        types.append(type)
      } else {
        report(
          "\(word.isEmpty ? item.typeName : "'\(word)'") is not a type", at: item.mark,
          hint: JSONType.hint(for: word))
      }
    }
    return types.isEmpty ? nil : types
  }
}

extension SpecReading {
  /// Reports each `not` that holds for every list, and so checks nothing where the value is one.
  mutating func checkNots(in matchers: [Matcher<Payload>], _ reason: String) {
    for matcher in matchers {
      switch matcher.test {
      case .not(let operands) where !operands.allSatisfy(\.test.mayHoldForList):
        report(
          "'not' holds for every list here: \(reason)", at: matcher.mark,
          hint: "'each: {not: …}' checks each item")
      case .any(let groups), .all(let groups):
        for group in groups { checkNots(in: group, reason) }
      default: break
      }
    }
  }
}

extension Matcher<Payload>.Test {
  fileprivate var mayHoldForList: Bool {
    switch self {
    case .equals(let operand): operand.mayBeList
    case .oneOf(let operands): operands.contains(where: \.mayBeList)
    case .type(let types): types.contains(.array)
    case .startsWith, .endsWith, .matches, .capture, .min, .max: false
    case .not, .contains, .length, .exists, .empty, .each: true
    case .any(let groups):
      groups.contains { $0.allSatisfy(\.test.mayHoldForList) }
    case .all(let groups):
      groups.allSatisfy { $0.allSatisfy(\.test.mayHoldForList) }
    }
  }
}

extension Payload {
  fileprivate var mayBeList: Bool {
    switch self {
    case .list: true
    case .text(let template): template.sole != nil
    case .literal, .map: false
    }
  }
}

extension JSONType {
  fileprivate static func hint(for word: String) -> String {
    let meant: JSONType? =
      switch word.lowercased() {
      case "text", "str": .string
      case "float", "double", "decimal": .number
      case "map", "dict", "hash": .object
      case "list", "sequence": .array
      case "nil", "none": .null
      default: nil
      }
    if let meant { return "did you mean '\(meant.rawValue)'?" }
    return Nearest.hint(for: word, among: allCases.map(\.rawValue), noun: "types")
  }
}

extension Node.Entry {
  /// The place of a caret in a message: a value on one line, or the key of a longer value.
  var operandMark: Mark {
    value.mark.start.line == value.mark.end.line ? value.mark : keyMark
  }
}
