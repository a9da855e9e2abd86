import APICallBase
import APICallSystem
import APICallText

/// What other programs' commands are called here.
enum CommandHabits {
  /// The hint for a word that is not a command.
  ///
  /// Returns the command that was probably meant; nil if that is not known.
  static func hint(for word: String) -> String? {
    let plain = word.lowercased()
    if word != plain, ["get", "head", "post", "put", "patch", "delete", "options"].contains(plain) {
      return "did you mean '\(plain)'?"
    }
    let files = SystemFiles()
    let places = [(word, word), ("endpoints/\(word).yaml", word), ("\(word).yaml", "\(word).yaml")]
    // A file of that name is meant rather than a habit.
    guard !word.isEmpty, let file = places.first(where: { files.status(of: $0.0)?.kind == .file })
    else {
      let isAddress = word.contains { ".:/".contains($0) } && !word.hasSuffix(".yaml")
      return HabitTable.hint(for: plain, in: PackageResources.commands_txt)
        ?? (isAddress ? "did you mean 'apicall get \(ShellWord.path(word))'?" : nil)
    }
    return "did you mean 'apicall run \(ShellWord.path(file.1))'?"
  }
}
