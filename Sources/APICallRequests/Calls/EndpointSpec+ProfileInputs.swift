package import APICallBase
package import APICallModel
import APICallReading
import APICallText
import JSONText
import YAMLTree

extension EndpointSpec {
  /// The values that the profile in use gives to inputs of this endpoint.
  ///
  /// Values for inputs that this endpoint does not have are meant for other endpoints.
  ///
  /// Returns the values; their types are not checked yet. Throws a ``Failure`` with exit status 78
  /// if one cannot be written as JSON.
  package func profileInputs() throws(Failure) -> [InputSources.ProfileInput] {
    guard let entries = profile?.inputs, !entries.isEmpty else { return [] }
    var inputs: [InputSources.ProfileInput] = []
    var reading = SpecReading(YAMLReading(root: nil))
    for entry in entries {
      guard let input = input(named: entry.key) else { continue }
      if let value = reading.profileValue(entry, for: input) {
        inputs.append(
          InputSources.ProfileInput(name: entry.key, value: value, mark: entry.value.mark))
      }
    }
    if let failure = reading.failure(.badConfiguration, in: source) { throw failure }
    return inputs
  }
}

extension SpecReading {
  /// Reads a value without checking whether it fits its input.
  ///
  /// Returns the value; nil, with a problem, if JSON has no such value.
  fileprivate mutating func profileValue(_ entry: Node.Entry, for input: InputDeclaration) -> Value?
  {
    if input.type == .string || input.type == .file, let scalar = entry.value.scalar,
      scalar.kind != .null
    {
      return .text(scalar.text)
    }
    guard let bytes = json(entry), let document = try? JSONDocument(bytes) else { return nil }
    return Value(document.root)
  }
}
