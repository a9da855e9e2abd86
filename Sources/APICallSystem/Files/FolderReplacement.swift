package import APICallBase
import APICallReading
import APICallText
import Glibc

/// Replaces the files of a folder, all at once: recordings and golden files.
///
/// At every moment, the old folder is there or the new one, whole. The new one is written beside the
/// old one, under a name that the next run removes if this one is killed. A lock on the parent
/// folder keeps two runs apart.
package enum FolderReplacement {
  /// The beginning of the name of a golden file; its ending tells the kind of the output.
  package static let goldenStem = "output."

  /// Returns whether a file is a golden file, which is not a part of a recording.
  package static func isGolden(_ name: String) -> Bool { name.hasPrefix(goldenStem) }

  /// Throws a ``Failure``, mostly with exit status 73; the old folder is then as it was.
  package static func replace(
    _ folder: String, with files: [(name: String, bytes: [UInt8])],
    keeping: (String) -> Bool = { _ in false }
  ) throws(Failure) {
    let path = FilePath.normalized(folder)
    let name = FilePath.name(of: path)
    func failure(_ reason: String, hint: String? = nil) -> Failure {
      Failure(.cannotCreate, "cannot write the folder '\(folder)': \(reason)", hint: hint)
    }
    guard ![".", "..", "/", ""].contains(name), !path.utf8.contains(0) else {
      throw failure("it is not the name of a new folder", hint: "name a folder of its own")
    }
    for file in files where !RecordingDeclaration.FileName.isPlain(file.name) {
      throw Failure(.bug, "'\(file.name)' cannot be the name of a file")
    }
    do throws(FolderProblem) {
      let parent = try ParentFolder(FilePath.folder(of: path))
      try parent.lock()
      let change = FolderChange(of: name, in: parent)
      try change.clean()
      try change.check(keeping: keeping)
      do throws(FolderProblem) {
        try change.write(files, keeping: keeping)
        try change.exchange()
      } catch {
        try? change.clean()
        throw error
      }
      // The new folder is in place: what is left of the old one is removed now or by the next run.
      try? change.clean()
    } catch {
      throw failure(error.reason, hint: error.hint)
    }
  }

  /// Removes a folder of recordings and golden files, and the one around it if that is empty then.
  ///
  /// Throws a ``Failure`` if it contains anything else, or cannot be removed.
  package static func remove(_ folder: String) throws(Failure) {
    let path = FilePath.normalized(folder)
    do throws(FolderProblem) {
      let parent = try ParentFolder(FilePath.folder(of: path))
      try parent.lock()
      let change = FolderChange(of: FilePath.name(of: path), in: parent)
      try change.clean()
      try change.check { _ in false }
      try change.remove()
    } catch {
      throw Failure(
        .cannotCreate, "cannot remove the folder '\(folder)': \(error.reason)", hint: error.hint)
    }
    rmdir(FilePath.folder(of: path))
  }

  /// Checks whether a folder may be replaced; nothing is written.
  ///
  /// Throws a ``Failure`` with exit status 73 if it holds anything but a recording.
  package static func check(
    _ folder: String, keeping: (String) -> Bool = { _ in false }
  ) throws(Failure) {
    var information = stat()
    let path = FilePath.normalized(folder)
    guard lstat(path, &information) == 0 else { return }
    var problem: FolderProblem?
    if information.st_mode & S_IFMT != S_IFDIR {
      problem = FolderProblem(
        "it is a symbolic link or a file", hint: "name a folder of its own")
    } else {
      let names = (try? SystemFiles().names(in: path)) ?? []
      problem = foreignName(in: names, keeping: keeping).map { FolderProblem(foreign: $0) }
    }
    guard let problem else { return }
    throw Failure(
      .cannotCreate, "cannot write the folder '\(folder)': \(problem.reason)", hint: problem.hint)
  }

  /// The first name in a folder that is not that of a file of apicall.
  static func foreignName(
    in names: [String], keeping: (String) -> Bool
  ) -> String? {
    let isRecording = names.contains(RecordingDeclaration.fileName)
    return names.first { name in
      !keeping(name) && name != RecordingDeclaration.fileName && !isGolden(name)
        && !(isRecording && name.utf8.first?.isASCIIDigit == true)
    }
  }
}
