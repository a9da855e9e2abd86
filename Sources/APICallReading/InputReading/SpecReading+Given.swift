import APICallBase
import APICallLanguage
import APICallModel
import APICallText
import Patterns
import YAMLTree

extension SpecReading {
  /// Reads the values for the inputs of another file.
  ///
  /// The names in them are checked later.
  mutating func stepInputs(
    _ entry: Node.Entry?, for callee: Callee, named what: String, at mark: Mark
  ) -> [WrittenValue] {
    var given: [WrittenValue] = []
    for entry in entry.flatMap({ map($0.value, of: "'with'") }) ?? [] {
      guard let input = callee.head.input(named: entry.key) else {
        report(
          "\(callee.head.file) has no input '\(entry.key)'", at: entry.keyMark,
          hint: Nearest.hint(
            for: entry.key, among: callee.head.inputs.map(\.name), noun: "inputs"))
        continue
      }
      let value = payload(entry)
      check(value, for: input, at: entry.value.mark)
      given.append(WrittenValue(name: entry.key, mark: entry.keyMark, value: value))
    }
    for input in callee.head.inputs where input.isRequired && input.variable == nil {
      guard entry?.value.entry(input.name) == nil else { continue }
      report(
        "\(what) does not set '\(input.name)', which \(callee.head.file) requires",
        at: entry?.keyMark ?? mark, hint: "add 'with: {\(input.name): …}'",
        notes: [Message.Note("the input", at: input.mark)])
    }
    return given
  }

  /// Checks a value of a step against its input, as far as it is written out.
  mutating func check(_ value: Payload, for input: InputDeclaration, at mark: Mark) {
    guard value.templates.allSatisfy({ $0.literal != nil }),
      let binding = try? value.binding(in: Scope()), let given = binding.value
    else { return }
    // A text names a file, which an earlier step may save.
    if input.type == .file, given.plainText != nil { return }
    guard let fitting = input.type.value(given: given) else {
      guard !given.isNull else { return }
      return report(
        "the input '\(input.name)' takes \(input.type.words), not "
          + (given.plainText.map { "'\($0)'" } ?? given.typeName), at: mark)
    }
    var steps = Pattern.Limits.steps
    for refusal in input.refusals(of: fitting, steps: &steps) {
      report("the input '\(input.name)' \(refusal.predicate)", at: mark, hint: refusal.hint)
    }
  }

  /// Reads the inputs of the examples, after all inputs are known.
  mutating func readGivenInputs(of endpoint: inout EndpointSpec.Parts) {
    for index in endpoint.examples.indices {
      guard let given = endpoint.examples[index].given else { continue }
      guard let entries = entries(given, takes: "a map of inputs") else { continue }
      var inputs: [String: Value] = [:]
      for entry in entries {
        guard let input = endpoint.inputs.first(where: { $0.name == entry.key }) else {
          guard knowsInputs else { continue }
          report(
            "no input is named '\(entry.key)'", at: entry.keyMark,
            hint: Nearest.hint(
              for: entry.key, among: endpoint.inputs.map(\.name), noun: "inputs"))
          continue
        }
        inputs[entry.key] = checkedValue(entry, of: input)
      }
      for input in endpoint.inputs where input.isRequired && inputs[input.name] == nil {
        guard !entries.contains(where: { $0.key == input.name }) else { continue }
        report("the example does not set '\(input.name)', which is required", at: given.keyMark)
      }
      endpoint.examples[index].inputs = inputs
    }
  }

  mutating func lets(_ entry: Node.Entry) -> [WrittenValue] {
    guard let entries = entries(entry, takes: "a map of values", most: Self.nameLimit) else {
      knowsInputs = false
      return []
    }
    return entries.map { writtenValue($0, reserved: Self.reservedNames, kind: "a let") }
  }

  mutating func writtenValue(
    _ entry: Node.Entry, reserved: [String], kind: String
  ) -> WrittenValue {
    checkName(entry, reserved: reserved, kind: kind)
    return WrittenValue(
      name: entry.key, mark: entry.keyMark, value: payload(entry, isMade: true))
  }
}
