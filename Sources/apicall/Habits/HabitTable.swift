import APICallBase
import APICallSystem
import APICallText

/// What other programs' commands and options are called here.
///
/// The names are in the tables of this folder: each row has several names, an arrow, and the hint for
/// them. Each function returns nil for a name that is not known from elsewhere.
enum HabitTable {
  private static func hint(for name: String, in table: [UInt8]) -> String? {
    for row in String(decoding: table, as: UTF8.self).split(separator: "\n") {
      let words = row.split(separator: " ")
      guard let arrow = words.firstIndex(of: "=>"), words[..<arrow].contains(name[...])
      else { continue }
      return words[(arrow + 1)...].joined(separator: " ")
    }
    return nil
  }

  static func hint(forOptionOfRun option: String) -> String? {
    hint(for: option, in: PackageResources.run_options_txt)
  }

  /// Options of curl and HTTPie in the commands without a file.
  static func hint(forOptionOfRequest option: String) -> String? {
    hint(for: option, in: PackageResources.request_options_txt) ?? hint(forOptionOfRun: option)
  }

  /// Options of other test runners, and of calls, in `apicall test`.
  static func hint(forOptionOfTest option: String, isOfRun: Bool) -> String? {
    if let hint = hint(for: option, in: PackageResources.test_options_txt) { return hint }
    guard isOfRun || hint(forOptionOfRequest: option) != nil else { return nil }
    return
      "leave it out: a case sends what its file describes; 'apicall run' has options for a call"
  }

  /// Finds the page of the manual that a word means, without `apicall-`, and the heading of its
  /// section; nil for the whole page.
  static func place(ofTopic word: String) -> (page: String, section: String?)? {
    hint(for: word.lowercased(), in: PackageResources.topics_txt).map { place in
      let parts = place.split(separator: ":")
      return (String(parts[0]), parts.count > 1 ? String(parts[1].dropFirst()) : nil)
    }
  }

  /// The hint for a word that is not a command: the one that was probably meant.
  static func hint(forCommand word: String) -> String? {
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
      return hint(for: plain, in: PackageResources.commands_txt)
        ?? (isAddress ? "did you mean 'apicall get \(ShellWord.path(word))'?" : nil)
    }
    return "did you mean 'apicall run \(ShellWord.path(file.1))'?"
  }
}
