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

/// Finds the file of a session.
struct SessionChoice {
  let world: World

  /// The file of a session.
  ///
  /// - Parameters:
  ///   - name: its name; nil for that of a project.
  ///   - folder: where the project is looked for; it is the root itself where there is none.
  /// - Returns: the file, which need not be there.
  /// - Throws: a ``Failure`` with exit status 64 for what is no name, 73 where there is no place for
  ///   sessions.
  func file(named name: String?, in folder: String) throws(Failure) -> SessionFile {
    let name = try name.map { (text) throws(Failure) in try SessionName(text) }
    return try SessionProblem.asFailure { () throws(SessionProblem) in
      let sessions = try SessionFolder()
      if let name { return SessionFile(name, in: sessions) }
      let root = ProjectReader(files: world.files).root(above: folder) ?? folder
      let canonical = world.files.canonicalPath(of: root) ?? root
      let project = try SessionName(project: canonical, digests: world.digests)
      return SessionFile(project, in: sessions)
    }
  }

  /// The session that a command of the working directory means.
  func session(named name: String?) throws(Failure) -> Session {
    Session(try file(named: name, in: world.files.workingDirectory), in: world)
  }
}
