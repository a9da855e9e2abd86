import APICallBase
import APICallSystem
import APICallText

/// What other programs' commands are called here.
enum CommandHabits {
  private static let all: [(names: [String], hint: String)] = [
    (["version"], "'apicall --version' prints it"),
    (["new", "create"], "'apicall init' begins a project, 'apicall get URL --save FILE' a file"),
    (["lint", "validate", "verify"], "'apicall check' reports the errors of files"),
    (["format"], "'apicall fmt' writes files in their canonical form"),
    (
      ["mock", "server", "stub"], "'apicall serve' is a mock server with the examples of the files"
    ),
    (["docs", "man", "manual"], "'apicall help' prints help, 'man apicall' the manual"),
    (["ls"], "'apicall list' lists the files"),
    (["exec", "call", "send", "request"], "'apicall run FILE' makes the call of a file"),
    (["curl", "convert"], "'apicall import curl -- curl ...' makes a file of a command line"),
    (["config", "env", "environments"], "apicall.yaml has profiles; --profile NAME uses one"),
    (["auth"], "'apicall secrets set NAME --origin ORIGIN' stores a credential"),
  ]

  /// The hint for a word that is not a command.
  ///
  /// - Parameter word: the word.
  /// - Returns: the command that was probably meant; nil if that is not known.
  static func hint(for word: String) -> String? {
    if let known = all.first(where: { $0.names.contains(word) }) { return known.hint }
    if ["get", "post"].contains(word.lowercased()), word != word.lowercased() {
      return "did you mean '\(word.lowercased())'?"
    }
    let files = SystemFiles()
    let names = [word, "\(word).yaml", "endpoints/\(word).yaml"]
    guard !word.isEmpty, names.contains(where: { files.status(of: $0)?.kind == .file }) else {
      return nil
    }
    return "did you mean 'apicall run \(ShellWord.path(word))'?"
  }
}
