import APICallBase
import APICallReading
import APICallScripts
import APICallSystem

/// The session that keeps outputs for other calls: `--session`, `--no-session`.
enum SessionSetting: Hashable {
  /// The session of the project that the file belongs to.
  case project
  /// A session with a name.
  case named(String)
  /// No session.
  case none
}

/// Finds the files of a session.
struct SessionChoice {
  let world: World

  /// The files of a session.
  ///
  /// Returns the files; they need not exist. Throws a ``Failure`` with exit status 64 for a
  /// malformed name, 73 if there is no folder for sessions.
  func files(named name: String?, in folder: String) throws(Failure) -> SessionFiles {
    if let name { return SessionFiles(try SessionName(name), in: try SessionFolder()) }
    let root = ProjectReader(files: world.files).root(above: folder) ?? folder
    let canonical = world.files.canonicalPath(of: root) ?? root
    return SessionFiles(
      try SessionName(project: canonical, digests: world.digests), in: try SessionFolder())
  }

  /// The session of a command that runs in the working directory.
  func session(named name: String?) throws(Failure) -> Session {
    Session(try files(named: name, in: world.files.workingDirectory), in: world)
  }
}
