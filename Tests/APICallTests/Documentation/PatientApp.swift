import Foundation

/// A copy of the program that shows the library, whose time limits no machine is too slow for.
struct PatientApp {
  private let folder: FolderWithFiles
  var path: String { folder.path }

  init() throws {
    var files: [String: String] = [:]
    for path in ProjectFiles.files(in: ProjectFiles.app, suffix: ".yaml") {
      let name = String(path.dropFirst(ProjectFiles.app.count + 1))
      files[name] = try ProjectFiles.text(path)
        .replacing(/timeout: \d+[ms]/) { _ in "timeout: 10m" }
    }
    folder = try FolderWithFiles(files)
  }
}
