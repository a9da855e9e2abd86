import APICallBase
import APICallModel
import YAMLTree

/// The fields of `fail:` in a step.
enum FailFields {
  static let all: [Field<FailRule>] = [
    Field(
      "if", "a placeholder or a map", .condition, "The condition for the failure; default true."
    ) { $0.condition = $2.condition($1) },
    Field("message", "text", .template, "The message of the failure.") {
      $0.message = $2.template($1)
    },
    Field(
      "exit", "a whole number",
      .number(
        isWhole: true,
        Double(ExitStatus.choices.lowerBound)...Double(ExitStatus.choices.upperBound)),
      "The exit status; default 9."
    ) { if let status = $2.chosenStatus($1) { $0.status = status } },
  ]
}

extension SpecReading {
  mutating func failRule(_ entry: Node.Entry) -> FailRule? {
    guard let entries = entry.value.entries, !entries.isEmpty else {
      return reject(
        entry, takes: "a map",
        hint: "as in 'fail: {if: <stock.body.empty>, message: nothing left, exit: 10}'")
    }
    var rule = FailRule(at: entry.keyMark)
    read(entry.value, as: FailFields.all, into: &rule, named: "'fail'")
    return rule
  }
}
