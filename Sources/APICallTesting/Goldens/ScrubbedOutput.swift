import APICallBase
import APICallContracts
import APICallLanguage
import APICallModel
import APICallResponses
import APICallText
import JSONText
import Patterns

/// The printed output of a case in the form of its golden file.
///
/// JSON is indented, and values that differ from run to run have a word and a number in their
/// place: `<uuid 1>`. All other output is unchanged.
struct ScrubbedOutput {
  private(set) var bytes: [UInt8]
  /// The usual ending of the name of such a file: `json`, `ndjson`, `csv`, `yaml`, `txt` or `bin`.
  let ending: String
  /// The values that do not have the kind that the file declares.
  private(set) var problems: [Message] = []
  /// The rules that select nothing, as they are written.
  private(set) var unused: [String] = []

  init(_ output: [UInt8], by rules: [ScrubRule], format: String?) {
    let documents = Self.documents(in: output)
    guard !documents.isEmpty else {
      bytes = output
      ending = Self.ending(of: output, format)
      if let rule = rules.first, !output.isEmpty {
        problems = [
          Message(
            "the output is not JSON, so '\(rule.written)' selects nothing in it", at: rule.mark,
            hint: "print JSON, or remove 'scrub'")
        ]
      }
      return
    }
    var scrubber = Scrubber(rules)
    let lines = documents.map { scrubber.text(of: $0) }
    problems = scrubber.problems
    unused = scrubber.unused
    if lines.count == 1, format != StandardFormat.ndjson {
      bytes = BuiltJSON.json(lines[0]).fileBytes
      ending = "json"
    } else {
      bytes = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
      ending = "ndjson"
    }
  }

  /// The JSON values of an output: one document, or one on each line; empty for other output.
  private static func documents(in output: [UInt8]) -> [JSONDocument] {
    if let document = try? JSONDocument(output) { return [document] }
    var documents: [JSONDocument] = []
    for line in output.split(separator: UInt8(ascii: "\n")) {
      guard let document = try? JSONDocument(Array(line)) else { return [] }
      documents.append(document)
    }
    return documents
  }

  private static func ending(of output: [UInt8], _ format: String?) -> String {
    switch format {
    case "csv", "yaml": format ?? ""
    default: String(validating: output, as: UTF8.self) == nil ? "bin" : "txt"
    }
  }
}

/// Replaces the values that rules select, in one or more documents.
private struct Scrubber {
  private let rules: [ScrubRule]
  private(set) var problems: [Message] = []
  private(set) var unused: [String]
  /// The numbers of values, by the name of their kind and their text.
  private var numbers: [String: [String: Int]] = [:]

  init(_ rules: [ScrubRule]) {
    self.rules = rules
    unused = rules.map(\.written)
  }

  mutating func text(of document: JSONDocument) -> [UInt8] {
    var found: [(value: JSONNode, rule: ScrubRule)] = []
    for rule in rules {
      let values = rule.path.values(in: document.root)
      if !values.isEmpty { unused.removeAll { $0 == rule.written } }
      found += values.map { ($0, rule) }
    }
    // An outer value comes before those in it, which it replaces as well.
    found.sort {
      ($0.value.range.lowerBound, -$0.value.range.upperBound)
        < ($1.value.range.lowerBound, -$1.value.range.upperBound)
    }
    var result: [UInt8] = []
    var position = 0
    for (value, rule) in found where value.range.lowerBound >= position {
      result += document.bytes[position..<value.range.lowerBound]
      position = value.range.upperBound
      if rule.kind.accepts(value) {
        result += "\"<\(rule.kind.name) \(number(of: value, rule.kind.name))>\"".utf8
      } else {
        result += value.bytes
        problems.append(
          Message(
            "\(rule.written) is \(Self.shown(value)), which is not \(rule.kind.words)",
            at: rule.mark))
      }
    }
    return result + document.bytes[position...]
  }

  private mutating func number(of value: JSONNode, _ kind: String) -> Int {
    let known = numbers[kind, default: [:]]
    if let number = known[value.text] { return number }
    numbers[kind, default: [:]][value.text] = known.count + 1
    return known.count + 1
  }

  private static func shown(_ value: JSONNode) -> String {
    value.kind == .array || value.kind == .object
      ? value.kind.name : String(value.text.prefix(60))
  }
}

extension ScrubRule.Kind {
  fileprivate var name: String {
    switch self {
    case .named(let name): name.rawValue
    case .matching: "text"
    }
  }

  fileprivate var words: String {
    switch self {
    case .named(.uuid): "a UUID"
    case .named(.time): "a time"
    case .named(.date): "a date"
    case .named(.integer): "a whole number"
    case .named(.number): "a number"
    case .named(.text): "a text"
    case .named(.any): "a value"
    case .matching: "a text that matches the regular expression"
    }
  }

  fileprivate func accepts(_ value: JSONNode) -> Bool {
    switch self {
    case .matching(let pattern):
      var steps = Pattern.Limits.steps
      return value.string.map { (try? pattern.matches(in: $0, steps: &steps)) == true } ?? false
    case .named(.any): return true
    case .named(.text): return value.kind == .string
    case .named(.number): return value.kind == .number
    case .named(.integer): return value.number?.isInteger == true
    case .named(.uuid): return value.string.map(InputFormat.uuid.accepts) ?? false
    case .named(.date):
      return value.string.map(InputFormat.date.accepts) ?? false
    case .named(.time):
      if let text = value.string {
        return text.utf8.count > 10 && UTCTimestamp(iso8601: text) != nil
      }
      return value.kind == .number
    }
  }
}
