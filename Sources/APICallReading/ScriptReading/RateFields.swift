import APICallModel
import YAMLTree

/// The fields of `rate:`.
enum RateFields {
  static let text = FieldShape.textMatching("^([1-9][0-9]{0,2}|1000)/[smh]$")

  static let all: [Field<RateDraft>] = [
    Field(
      "limit", "a rate such as 10/s", text,
      "How many iterations start per second, minute or hour, evenly spaced."
    ) { $0.limit = $2.rate($1) },
    Field(
      "weight", "a whole number", .number(isWhole: true, 1...Double(Loop.Rate.most)),
      "The number of requests as which the server counts each one; default 1."
    ) {
      $0.weightEntry = $1
      if let weight = $2.count($1, from: 1, upTo: Loop.Rate.most) { $0.weight = weight }
    },
    Field(
      "remaining", "a map", .table(source),
      "Where a response tells how many requests the server still allows."
    ) { $0.remaining = $2.fieldName($1) },
    Field(
      "reset", "a map", .table(source),
      "Where a response tells the time at which the server allows more."
    ) {
      $0.resetEntry = $1
      $0.reset = $2.fieldName($1)
    },
  ]

  fileprivate static let source: [Field<String?>] = [
    Field("header", "text", .text, "The name of a header field.") { $0 = $2.headerName($1) }
  ]
}

/// The fields of `rate:` while they are being read.
struct RateDraft: Sendable {
  var limit: Loop.Rate?
  var weight = 1
  var weightEntry: Node.Entry?
  var remaining: String?
  var reset: String?
  var resetEntry: Node.Entry?
}

extension SpecReading {
  mutating func rate(_ entry: Node.Entry, of loop: inout Loop) {
    guard entry.value.entries != nil else {
      loop.rate = rate(entry)
      return
    }
    var draft = RateDraft()
    let before = problems.count
    read(
      entry.value, as: RateFields.all, into: &draft, named: "'rate'",
      form: "'rate: {remaining: {header: X-RateLimit-Remaining}}'")
    loop.rate = draft.limit.map { Loop.Rate($0.count, per: $0.period * draft.weight) }
    if let name = draft.remaining {
      loop.toldLimit = ToldLimit(
        remaining: name, reset: draft.reset, weight: draft.weight)
    } else if let reset = draft.resetEntry, problems.count == before {
      report(
        "'reset' has no effect without 'remaining'", at: reset.keyMark,
        hint: "add 'remaining: {header: NAME}', or remove the line")
    }
    if let weight = draft.weightEntry, draft.limit == nil, draft.remaining == nil,
      problems.count == before
    {
      report(
        "'weight' has no effect without a limit", at: weight.keyMark,
        hint: "add 'limit' or 'remaining', or remove the line")
    }
  }

  fileprivate mutating func fieldName(_ entry: Node.Entry) -> String? {
    var name: String?
    let before = problems.count
    read(
      entry.value, as: RateFields.source, into: &name, named: "'\(entry.key)'",
      form: "'\(entry.key): {header: NAME}'")
    if name == nil, problems.count == before {
      report("'\(entry.key)' names no field", at: entry.keyMark, hint: "add 'header: NAME'")
    }
    return name
  }
}
