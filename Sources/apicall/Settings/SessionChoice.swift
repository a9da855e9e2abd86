import APICallBase
import APICallScripts
import APICallSpec
import APICallSystem

/// Where outputs are kept that other calls need: `--session`, `--no-session`.
enum SessionSetting: Hashable {
  /// In the session of the project that the file belongs to.
  case project
  /// In one that has a name.
  case named(String)
  /// Nowhere.
  case none
}

/// Finds the files of a session.
struct SessionChoice {
  let world: World

  /// The files of a session.
  ///
  /// - Parameters:
  ///   - name: its name; nil for that of a project.
  ///   - folder: where the project is looked for; it is the root itself where there is none.
  /// - Returns: the files, of which none need be there.
  /// - Throws: a ``Failure`` with exit status 64 for what is no name, 73 where there is no place for
  ///   sessions.
  func files(named name: String?, in folder: String) throws(Failure) -> SessionFiles {
    if let name { return SessionFiles(try SessionName(name), in: try SessionFolder()) }
    let root = ProjectReader(files: world.files).root(above: folder) ?? folder
    let canonical = world.files.canonicalPath(of: root) ?? root
    return SessionFiles(
      try SessionName(project: canonical, digests: world.digests), in: try SessionFolder())
  }

  /// The session that a command of the working directory means.
  func session(named name: String?) throws(Failure) -> Session {
    Session(try files(named: name, in: world.files.workingDirectory), in: world)
  }
}
