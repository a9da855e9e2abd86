import APICallBase

/// The folders of the XDG Base Directory Specification that apicall keeps files in: each has one named
/// `apicall`.
package enum BaseFolder: Sendable, CaseIterable {
  /// What is kept from run to run: XDG_STATE_HOME, or ~/.local/state.
  case state
  /// Secrets and plugins: XDG_DATA_HOME, or ~/.local/share.
  case data

  /// Where the folder `apicall` is; nil where there is neither variable nor home.
  package var location: String? { location(by: Program.environment) }

  /// Finds the folder `apicall`.
  ///
  /// - Parameter variable: looks up a variable of the environment; a relative one is not looked at.
  /// - Returns: where it is; nil where there is neither variable nor home.
  package func location(by variable: (String) -> String?) -> String? {
    let (name, usual) =
      switch self {
      case .state: ("XDG_STATE_HOME", ".local/state")
      case .data: ("XDG_DATA_HOME", ".local/share")
      }
    func absolute(_ name: String) -> String? {
      variable(name).flatMap { $0.begins(with: "/") ? $0 : nil }
    }
    let base = absolute(name) ?? absolute("HOME").map { FilePath.join($0, usual) }
    return base.map { FilePath.join($0, "apicall") }
  }
}
