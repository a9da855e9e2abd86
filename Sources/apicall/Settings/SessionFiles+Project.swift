import APICallBase
import APICallReading
import APICallScripts
import APICallSystem

extension SessionFiles {
  /// Finds the files of a session, which need not exist: of the one with a name, or else of the
  /// project that a folder belongs to.
  init(
    named name: String?, above folder: String, in world: World,
    of contents: SessionName.Contents = .outputs
  ) throws(Failure) {
    if let name {
      self.init(try SessionName(name), in: try SessionFolder())
      return
    }
    let root = ProjectReader(files: world.files).root(above: folder) ?? folder
    let canonical = world.files.canonicalPath(of: root) ?? root
    self.init(
      try SessionName(project: canonical, digests: world.digests),
      in: try SessionFolder(of: contents))
  }
}
