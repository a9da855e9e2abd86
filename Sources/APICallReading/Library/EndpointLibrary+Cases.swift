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

  /// Reads a file if it is one of apicall's, so that an error does not hide its cases.
  ///
  /// Returns the content of the file; nil for any other file, which need not be a spec. Throws as
  /// ``runnable(_:profile:overrides:)``.
  package func runnableOfSpec(
    _ file: ListedFile, profile: Destination.Profile? = nil
  ) throws(Failure) -> Runnable? {
    let source = try source(of: file)
    guard isSpec(source, at: file.path) else { return nil }
    return try rethrowing(runnable(from: source, profile: profile)) { shown($0, of: file, source) }
  }

  /// Whether a file is meant for apicall: it begins with a field of an endpoint, has examples,
  /// extends a file, is a script, or is among the endpoints of the project.
  private func isSpec(_ source: Source, at path: String) -> Bool {
    if name(of: path) != nil { return true }
    let yaml = YAMLReader.spec.read(source)
    let fields = ["examples", "extends", ScriptSpec.mark]
    if let root = yaml.root, fields.contains(where: { root.entry($0) != nil }) { return true }
    let isEmpty = yaml.root == nil && yaml.problems.isEmpty
    return !isEmpty && source.begins(withOneOf: EndpointFields.all.map(\.name), yaml)
  }
}
