import APICallBase
import APICallPluginKit
import APICallSystem
import ArgumentParser

/// The command `apicall plugins new`.
struct PluginsNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Begin a plugin in a folder of its name, with a test that it passes.",
    usage: "apicall plugins new <name> --role <role> [--lang <lang>]")

  @Argument(help: "The plugin's name.")
  var name: String

  @Option(help: "What it is: requester, auth, decoder, formatter or secret.")
  var role: String

  @Option(help: "What it is written in: sh, python or swift. Default: sh.")
  var lang: String = "sh"

  func run() throws {
    guard PluginManifest.isName(name) else {
      throw Failure(
        .usage, "'\(name)' is no name of a plugin",
        hint: "small letters, digits and '-', a letter first, 32 at most")
    }
    let skeleton = PluginSkeleton(
      name: name, role: try Self.choice("--role", role), language: try Self.choice("--lang", lang))
    try PluginStart(skeleton).write()
    let make = skeleton.language == .swift ? "make -C \(name) && " : ""
    try Printing.print(
      skeleton.files.map { "\(name)/\($0.path)\n" }.joined()
        + "next: \(make)apicall plugins test ./\(name) && apicall plugins link \(name)\n")
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ option: String, _ word: String
  ) throws(Failure) -> Choice {
    if let choice = Choice(rawValue: word) { return choice }
    let known = Choice.allCases.map(\.rawValue)
    throw Failure(
      .usage, "\(option): '\(word)' is none of \(known.joined(separator: ", "))",
      hint: Nearest.word(to: word, among: known).map { "did you mean '\($0)'?" })
  }
}

/// Writes the files of a new plugin: all of them, or none.
struct PluginStart {
  private let skeleton: PluginSkeleton

  init(_ skeleton: PluginSkeleton) { self.skeleton = skeleton }

  /// Writes the files into a folder of the plugin's name, which may not be there before.
  ///
  /// - Throws: a ``Failure`` with exit status 73 where that cannot be done.
  func write() throws(Failure) {
    guard !SystemFolder.isTaken(skeleton.name) else {
      throw Failure(
        .cannotCreate, "there is something named '\(skeleton.name)' here",
        hint: "a new plugin begins in a folder of its own")
    }
    do throws(FileError) {
      let folder = try SystemFolder.makeTemporaryFolder(in: ".", named: ".\(skeleton.name)")
      do throws(FileError) {
        try SystemFolder.setMode(of: folder, to: 0o755)
        for file in skeleton.files {
          try SystemFolder.add(
            file.path, Array(file.text.utf8), to: folder, mode: file.isProgram ? 0o755 : 0o644)
        }
        try SystemFolder.rename(folder, to: skeleton.name)
      } catch {
        try? SystemFolder.remove(folder)
        throw error
      }
    } catch {
      throw Failure(.cannotCreate, "cannot write '\(skeleton.name)': \(error.reason)")
    }
  }
}
