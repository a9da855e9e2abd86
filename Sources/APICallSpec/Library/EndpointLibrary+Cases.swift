package import APICallBase
import YAMLTree

extension EndpointLibrary {
  /// Returns whether a path is that of a folder.
  package func isFolder(_ path: String) -> Bool { files.status(of: path)?.kind == .folder }

  /// Reads a file if it can contain cases: it has examples, extends a file, or is a script.
  ///
  /// - Parameters:
  ///   - path: its path, as messages show it.
  ///   - profile: the chosen profile; nil for the project's own.
  /// - Returns: the content of the file; nil for any other file, which need not be a spec.
  /// - Throws: as ``runnable(at:profile:overrides:)``.
  package func runnableWithCases(
    at path: String, profile: Destination.Profile? = nil
  ) throws(Failure) -> Runnable? {
    let source = try source(at: path)
    let fields = ["examples", "extends", Script.mark]
    guard let root = YAMLReader.spec.read(source).root,
      fields.contains(where: { root.entry($0) != nil })
    else { return nil }
    return try runnable(from: source, profile: profile)
  }
}
