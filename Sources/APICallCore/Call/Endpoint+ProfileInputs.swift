import YAMLTree

extension Endpoint {
  /// A value that the profile gives.
  struct ProfileValue {
    /// Whether the profile has an input of that name.
    var isGiven = false
    /// The value; nil where it does not fit.
    var value: Value?
    /// Why it does not fit.
    var problems: [Diagnostic] = []
  }

  /// Reads the value that the profile in use gives to an input, by the input's type.
  ///
  /// What it gives to inputs that this endpoint does not have is meant for others.
  func profileValue(of input: InputDeclaration) -> ProfileValue {
    guard let entry = profile?.inputs.first(where: { $0.key == input.name }) else {
      return ProfileValue()
    }
    var reading = SpecReading(YAMLReading(root: nil))
    let value = reading.value(entry, of: input.type)
    return ProfileValue(isGiven: true, value: value, problems: reading.problems)
  }
}
