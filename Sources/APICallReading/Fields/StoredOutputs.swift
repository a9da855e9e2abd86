package import APICallModel
import APICallSafety
import YAMLTree

/// Outputs that are stored as secrets: `store`.
extension SpecReading {
  mutating func storedName(_ entry: Node.Entry) -> WrittenName? {
    guard let name = text(entry) else { return nil }
    guard SecretName.isValid(name) else {
      return reject(
        "'\(name)' cannot be the name of a secret", at: entry.value.mark,
        hint: name.contains("<") ? "write the name itself, without placeholders" : SecretName.rule)
    }
    guard !SecretVariable.isOfOrigins(name) else {
      return reject(
        "an output cannot be stored as '\(name)'", at: entry.value.mark,
        hint:
          "a variable whose name ends in _ORIGINS contains origins, not a secret")
    }
    return WrittenName(text: name, mark: entry.value.mark)
  }

  mutating func checkStore(of output: OutputDeclaration, after outputs: [OutputDeclaration]) {
    guard let store = output.store else { return }
    let name = output.name
    if !output.isSecret, !isPartial {
      report(
        "the output '\(name)' is stored as a secret, but is not secret", at: store.mark,
        hint: "add 'secret: true' to the output")
    }
    if let other = outputs.first(where: { $0.store?.text == store.text }) {
      report(
        "the outputs '\(other.name)' and '\(name)' are stored as the same secret, '\(store.text)'",
        at: store.mark, hint: "give one of them another name under 'store'")
    }
  }

  /// Checks that a stored output is a value of one response.
  mutating func checkStores(of endpoint: EndpointSpec) {
    guard endpoint.pagination != nil, let store = endpoint.storedOutputs.first?.store else {
      return
    }
    report(
      "'store' takes a value of one response, but this file has pages", at: store.mark,
      hint: "request one page, with an endpoint without 'paginate'")
  }
}

extension EndpointSpec {
  package var storedOutputs: [OutputDeclaration] { outputs.filter { $0.store != nil } }

  /// The names under which its outputs and those of needed calls are stored as secrets.
  package var storedNames: [String] {
    storedOutputs.compactMap { $0.store?.text }
      + needs.flatMap { $0.callee.called?.endpoints ?? [] }.flatMap(\.storedNames)
  }
}
