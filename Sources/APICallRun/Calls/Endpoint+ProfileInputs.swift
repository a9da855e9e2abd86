package import APICallBase
package import APICallSpec
import JSONText
import YAMLTree

extension Endpoint {
  /// The values that the profile in use gives to inputs of this endpoint.
  ///
  /// What it gives to inputs that this endpoint does not have is meant for others.
  ///
  /// - Returns: the values; they are not yet known to fit.
  /// - Throws: a ``Failure`` with exit status 78 where one cannot be written as JSON.
  package func profileInputs() throws(Failure) -> [InputSources.ProfileInput] {
    guard let entries = profile?.inputs, !entries.isEmpty else { return [] }
    var inputs: [InputSources.ProfileInput] = []
    var reading = SpecReading(YAMLReading(root: nil))
    for entry in entries {
      guard let input = input(named: entry.key) else { continue }
      if let value = reading.profileValue(entry, for: input) {
        inputs.append(InputSources.ProfileInput(entry.key, value, at: entry.value.mark))
      }
    }
    if let failure = reading.failure(.badConfiguration, in: source) { throw failure }
    return inputs
  }
}

extension SpecReading {
  /// Reads a value as far as that can be done without looking whether it fits.
  ///
  /// - Parameters:
  ///   - entry: the name and the value.
  ///   - input: what it is for: text is as it is written, `007` too.
  /// - Returns: the value; nil, with a problem, where JSON has none like it.
  fileprivate mutating func profileValue(_ entry: Node.Entry, for input: InputDeclaration) -> Value?
  {
    if input.type == .string || input.type == .file, let scalar = entry.value.scalar,
      scalar.kind != .null
    {
      return .text(scalar.text)
    }
    guard let octets = json(entry), let document = try? JSONDocument(octets) else { return nil }
    return Value(document.root)
  }
}
