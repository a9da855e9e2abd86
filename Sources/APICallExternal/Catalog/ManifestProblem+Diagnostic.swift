package import APICallBase
package import APICallPluginKit
package import YAMLTree

extension ManifestProblem {
  /// The problem as it is told, with its line.
  ///
  /// - Parameter source: the file.
  /// - Returns: what to tell the user.
  package func diagnostic(in source: Source) -> Diagnostic {
    let hint =
      hint
      ?? guess.map { Nearest.hint(for: $0.word, among: $0.known, noun: $0.noun) }
    return Diagnostic(message, at: source.mark(of: range), hint: hint)
  }
}
