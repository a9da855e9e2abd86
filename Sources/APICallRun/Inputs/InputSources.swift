package import APICallBase
package import YAMLTree

/// Where the values of inputs may come from, besides the command line and the file itself.
package struct InputSources: Sendable {
  /// The variables of the environment that may be read for any file: `--allow-env`.
  package var allowedVariables: [String] = []
  /// Whether the user's netrc file may be read for any file: `--netrc`.
  package var allowsNetrc = false
  /// What led to the call; nil for the file that is run.
  package var chain: CallChain?
  /// The inputs of the profile; those that an endpoint does not declare are not for it.
  package var profileInputs: [ProfileInput] = []

  /// A value that a profile gives to the inputs of one name.
  package struct ProfileInput: Sendable {
    package var name: String
    package var value: Value
    /// The place of the value.
    package var mark: Mark

    package init(_ name: String, _ value: Value, at mark: Mark) {
      self.name = name
      self.value = value
      self.mark = mark
    }
  }

  package init() {}
}
