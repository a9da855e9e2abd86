import APICallBase
import APICallPluginKit
import APICallPluginTools
import APICallSystem
import CommandOptions

/// Writes the files of a new plugin: all of them, or none.
struct PluginStart {
  fileprivate let skeleton: PluginSkeleton

  /// Begins a plugin, and says what comes next.
  ///
  /// - Throws: a ``Failure`` for what is no name, and where there is no role.
  static func make(
    _ name: String, _ role: PluginRole.Kind?, in language: PluginSkeleton.Language
  ) throws(Failure) {
    guard let role else {
      throw Failure(
        usage: "missing expected argument '--role <role>'", of: "apicall plugins new")
    }
    guard PluginManifest.isName(name) else {
      throw Failure(
        .usage, "'\(name)' is no name of a plugin",
        hint: "small letters, digits and '-', a letter first, 32 at most")
    }
    let skeleton = PluginSkeleton(name: name, role: role, language: language)
    try PluginStart(skeleton: skeleton).write()
    let make = language == .swift ? "make -C \(name) && " : ""
    try Printing.print(
      skeleton.files.map { "\(name)/\($0.path)\n" }.joined()
        + "next: \(make)apicall plugins test ./\(name) && apicall plugins link \(name)\n")
  }

  /// Writes the files into a folder of the plugin's name, which may not be there before.
  ///
  /// - Throws: a ``Failure`` with exit status 73 where that cannot be done.
  private func write() throws(Failure) {
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
