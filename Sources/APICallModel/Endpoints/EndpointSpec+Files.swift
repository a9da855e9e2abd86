package import APICallBase
package import APICallSafety
import APICallText
package import YAMLTree

extension EndpointSpec {
  /// Why a file may not use what belongs to the user; nil if the user trusts it with variables and
  /// credentials.
  ///
  /// All files of the endpoint are checked, including its project file, because each of them can
  /// decide where the value goes.
  ///
  /// Returns nil if the user trusts the folders of all files, and no other user can write to the
  /// files or to the folders between.
  package func distrust(of source: Source, in world: World) -> Distrust? {
    var files = [source.name, file] + bases
    if let root = project?.root { files.append(FilePath.join(root, ProjectFile.name)) }
    for file in files {
      if let found = distrust(ofFile: file, in: world) { return found }
    }
    return nil
  }

  /// Whether the name of a file is that of a text, such as `<stdin>`; no file in the working directory
  /// with this name is meant.
  package static func isText(_ name: String) -> Bool { name.hasPrefix("<") }

  private func distrust(ofFile file: String, in world: World) -> Distrust? {
    guard !Self.isText(file), let path = world.files.canonicalPath(of: file),
      let folder = world.files.canonicalPath(of: FilePath.folder(of: file))
    else { return world.caller.trustsTexts ? nil : notTrusted(in: world) }
    let own = FilePath.folder(of: path)
    if let found = distrust(of: path, in: own, world) { return found }
    // The paths in a file depend on the place of a link to it. A path is compared as bytes.
    guard !folder.utf8.elementsEqual(own.utf8), ReadRule.trustedLink.holds else { return nil }
    if let found = distrust(of: folder, in: folder, world) { return found }
    // In a sticky folder, any user can create a link.
    let isOpen = world.files.status(of: folder).map { $0.isWorldWritable || $0.isGroupWritable }
    return isOpen == true ? .writable(world.files.shown(folder)) : nil
  }

  private func distrust(of path: String, in folder: String, _ world: World) -> Distrust? {
    guard let top = world.caller.trustedFolder(covering: folder) else {
      if let reason = world.caller.trustProblem { return .trustFileUnusable(reason) }
      let isOfRoot = fileRoot.map { FilePath.holds($0.root, folder) } ?? true
      return isOfRoot ? notTrusted(in: world) : Self.notTrusted(folder, world.files)
    }
    return world.files.trustFault(of: path, upTo: top).map {
      Distrust($0.fault, at: Self.typed($0.path, world.files))
    }
  }

  private func notTrusted(in world: World) -> Distrust {
    Self.notTrusted(fileRoot?.root ?? FilePath.folder(of: file), world.files)
  }

  private static func notTrusted(_ folder: String, _ files: any FileSystem) -> Distrust {
    let fault = files.status(of: folder)?.faultAsTrustedFolder
    return .notTrusted(folder: typed(folder, files), fault)
  }

  /// A path as the user could type it in the working directory.
  private static func typed(_ path: String, _ files: any FileSystem) -> String {
    path.utf8.elementsEqual(files.workingDirectory.utf8) ? "." : files.shown(path)
  }

  /// The endpoint with the files that its own file sets as inputs, in defaults and examples.
  ///
  /// These paths are relative to the spec and confined to its root.
  ///
  /// Throws a ``Failure`` with exit status 65 and every path that does not exist or leads outside
  /// the root.
  package func confiningFiles() throws(Failure) -> EndpointSpec {
    guard inputs.contains(where: { $0.type == .file }), let fileRoot else { return self }
    var parts = parts
    var problems: [Message] = []
    func confined(_ value: Value, at mark: Mark) -> Value {
      guard case .file(let file) = value else { return value }
      do {
        return .file(InputFile(path: try fileRoot.resolve(file.path, at: mark), isConfined: true))
      } catch {
        problems.append(error.diagnostic(at: mark))
        return value
      }
    }
    for (index, input) in inputs.enumerated() {
      guard let value = input.defaultValue, let mark = input.defaultMark else { continue }
      parts.inputs[index].defaultValue = confined(value, at: mark)
    }
    for (index, example) in examples.enumerated() {
      for entry in example.given?.value.entries ?? [] {
        guard let value = example.inputs?[entry.key] else { continue }
        parts.examples[index].inputs?[entry.key] = confined(value, at: entry.value.mark)
      }
    }
    guard problems.isEmpty else { throw Failure(.badInput, problems.inOrder) }
    return EndpointSpec(parts)
  }
}
