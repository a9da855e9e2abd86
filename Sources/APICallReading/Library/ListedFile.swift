package import APICallBase
package import APICallModel
import APICallText
package import YAMLTree

/// A file that a command works on: the user named it, or it was found in a folder.
package struct ListedFile: Sendable {
  package var path: String
  /// The folders that a symbolic link may not lead out of; nil if the user named the file itself.
  let root: FileRoot?

  /// Creates a file that the user named.
  package init(_ path: String) { self.init(path, in: nil) }

  init(_ path: String, in root: FileRoot?) {
    self.path = path
    self.root = root
  }
}

extension EndpointLibrary {
  /// The folders that links in the folder of a file may not lead out of.
  package func root(of file: ListedFile) -> FileRoot {
    file.root ?? root(around: FilePath.folder(of: file.path))
  }

  /// The root for the files in a folder that the user named: that folder, and its project.
  func root(around folder: String) -> FileRoot {
    let above = ProjectReader(files: files).root(above: folder)
    guard let project = above.flatMap({ files.canonicalPath(of: $0) }), !files.isHome(project)
    else { return FileRoot(folder, and: fileRoots, files: files) }
    return FileRoot(project, and: [folder] + fileRoots, files: files)
  }

  /// Reads the text of a file; one that was found is opened by its canonical path.
  ///
  /// Throws a ``Failure`` with exit status 66 if it cannot be read, or if a link leads out of the
  /// folder.
  package func source(of file: ListedFile) throws(Failure) -> Source {
    guard let root = file.root else { return try source(at: file.path) }
    let canonical = try root.found(file.path)
    return try source(at: canonical, named: file.path)
  }

  /// Reads a file, whether it is an endpoint or a script.
  ///
  /// Returns the content of the file, which has no problems. Throws as
  /// ``runnable(at:profile:overrides:)``. The errors of a file that the user did not name, or named
  /// by a link, are reported only if it begins as one of apicall's.
  package func runnable(
    _ file: ListedFile, profile: Destination.Profile? = nil, overrides: Overrides = Overrides()
  ) throws(Failure) -> Runnable {
    let source = try source(of: file)
    return try rethrowing(runnable(from: source, profile: profile, overrides: overrides)) {
      shown($0, of: file, source)
    }
  }

  func shown(_ failure: Failure, of file: ListedFile, _ source: Source) -> Failure {
    let isLinked = isLinked(file.path)
    guard file.root != nil || isLinked else { return failure }
    return Self.shown(
      failure, of: source,
      hint: isLinked ? "to see its errors, name the file itself and not a link to it" : nil)
  }

  /// The errors of a file that the user did not name, as they may be shown.
  ///
  /// Returns the errors, or only that the file is not one of apicall's.
  static func shown(
    _ failure: Failure, of source: Source, at mark: Mark? = nil, hint: String? = nil
  ) -> Failure {
    let fields = EndpointFields.all.map(\.name) + ScriptFields.all.map(\.name)
    guard failure.status == .badInput,
      !source.begins(withOneOf: fields, YAMLReader.spec.read(source))
    else { return failure }
    return Failure(
      .badInput, "'\(source.name)' does not begin with a field of an endpoint or a script",
      at: mark, hint: hint ?? "'apicall check \(ShellWord.path(source.name))' reports its errors")
  }

  /// Whether a path leads through a symbolic link, other than those of the system to open files.
  private func isLinked(_ path: String) -> Bool {
    let absolute = FilePath.normalized(FilePath.join(files.workingDirectory, path))
    return files.canonicalPath(of: path) != absolute && !FilePath.holds("/dev", absolute)
  }
}
