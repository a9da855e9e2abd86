import APICallBase
import APICallPluginKit
import APICallPluginTools
import APICallSystem
import CommandOptions

/// Writes the files of a new plugin: all of them, or none.
enum PluginStart {
  static func make(
    _ name: String, _ role: PluginRole.Kind?, in language: PluginSkeleton.Language
  ) throws(Failure) {
    guard let role else {
      throw Failure(usage: "missing expected argument '--role <role>'", of: "apicall plugins new")
    }
    guard PluginManifest.isName(name) else {
      throw Failure(
        .usage, "'\(name)' is not a valid plugin name",
        hint: "a name has at most 32 of a-z, 0-9 and '-', and begins with a letter")
    }
    let skeleton = PluginSkeleton(name: name, role: role, language: language)
    try write(skeleton)
    let make = language == .swift ? "make -C \(name) && " : ""
    try Printing.print(
      skeleton.files.map { "\(name)/\($0.path)\n" }.joined()
        + "next: \(make)apicall plugins test ./\(name) && apicall plugins link \(name)\n")
  }

  private static func write(_ skeleton: PluginSkeleton) throws(Failure) {
    guard !SystemFolder.isTaken(skeleton.name) else {
      throw Failure(
        .cannotCreate, "'\(skeleton.name)' already exists here",
        hint: "choose another name, or work in another folder")
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
