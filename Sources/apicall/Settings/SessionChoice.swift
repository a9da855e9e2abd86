import APICallBase
import APICallReading
import APICallScripts
import APICallSystem

/// The session that keeps outputs for other calls: `--session`, `--no-session`.
enum SessionSetting: Hashable {
  /// The session of the project that the file belongs to.
  case project
  case named(String)
  case none
}

extension SessionFiles {
  /// Finds the files of a session, which need not exist: of the one with a name, or else of the
  /// project that a folder belongs to.
  init(named name: String?, above folder: String, in world: World) throws(Failure) {
    if let name {
      self.init(try SessionName(name), in: try SessionFolder())
      return
    }
    let root = ProjectReader(files: world.files).root(above: folder) ?? folder
    let canonical = world.files.canonicalPath(of: root) ?? root
    self.init(
      try SessionName(project: canonical, digests: world.digests), in: try SessionFolder())
  }
}
