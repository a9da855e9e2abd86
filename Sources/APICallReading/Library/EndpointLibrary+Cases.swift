package import APICallBase
package import APICallModel
import YAMLTree

extension EndpointLibrary {
  package func isFolder(_ path: String) -> Bool { files.status(of: path)?.kind == .folder }

  /// Searches a folder for files that may contain cases, and for the folders that belong to them.
  ///
  /// Returns the paths in order; `recorded` are the folders of recordings and golden outputs.
  /// Throws a ``Failure`` with exit status 66 if it cannot be searched.
  package func casePaths(
    in folder: String
  ) throws(Failure) -> (files: [ListedFile], recorded: [String]) {
    let root = root(around: folder)
    let found = try found(in: folder, withProjects: false)
    return (found.files.map { ListedFile($0, in: root) }, found.recorded)
  }

  /// Lists the folders in a folder, without links and hidden ones; empty if it cannot be read.
  package func folders(in folder: String) -> [String] {
    ((try? files.names(in: folder)) ?? []).filter { !$0.hasPrefix(".") }
      .map { FilePath.join(folder, $0) }
      .filter { path in
        let status = files.status(of: path)
        return status?.kind == .folder && status?.isLink == false
      }
  }

  /// Reads a file if it can contain cases: it has examples, extends a file, or is a script.
  ///
  /// Returns the content of the file; nil for any other file, which need not be a spec. A spec that
  /// is not YAML counts as one that can contain cases. Throws as
  /// ``runnable(_:profile:overrides:)``.
  package func runnableWithCases(
    _ file: ListedFile, profile: Destination.Profile? = nil
  ) throws(Failure) -> Runnable? {
    let source = try source(of: file)
    let fields = ["examples", "extends", ScriptSpec.mark]
    let yaml = YAMLReader.spec.read(source)
    let mayHaveCases = yaml.root.map { root in fields.contains { root.entry($0) != nil } }
    // A file that cannot be read as YAML is reported if it begins as a spec does.
    let isBroken =
      !yaml.problems.isEmpty && source.begins(withOneOf: EndpointFields.all.map(\.name), yaml)
    guard mayHaveCases == true || isBroken else { return nil }
    return try rethrowing(runnable(from: source, profile: profile)) { shown($0, of: file, source) }
  }
}
