package import APICallBase
package import APICallModel
package import APICallText

/// Reads files that the user names on the command line.
///
/// They may be anywhere on the machine; paths are relative to the working directory.
extension InputResolver {
  /// Reads text from a file, or from standard input for `-`, without one final line break and
  /// without a byte order mark.
  func text(
    in path: String, for input: InputDeclaration, in world: World
  ) throws(InputProblem) -> String {
    let bytes: [UInt8]
    do {
      bytes =
        path == "-"
        ? try world.caller.standardInput(limit: Self.textLimit)
        : try world.files.read(path, limit: Self.textLimit)
    } catch {
      let nearest = error == .notFound ? nearest(to: path, in: world) : nil
      throw .unreadable(input, path, error, nearest: nearest)
    }
    guard var text = String(validating: ByteOrderMark.removed(from: bytes), as: UTF8.self) else {
      throw .notText(input, path)
    }
    // CR LF is one character.
    if text.last == "\n" || text.last == "\r\n" { text.removeLast() }
    return text
  }

  /// Makes sure that a file exists and that its bytes can be read.
  package func file(
    _ path: String, for input: InputDeclaration, in world: World
  ) throws(InputProblem) -> Value {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .notOfType(input, path) }
    // Standard input can be named only on the command line.
    let path = path == "-" ? "./-" : path
    guard let status = world.files.status(of: path) else {
      throw .unreadable(input, path, .notFound, nearest: nearest(to: path, in: world))
    }
    guard status.kind == .file else { throw .notFile(input, path, status.kind) }
    do {
      _ = try world.files.read(path, limit: 0)
    } catch {
      // The file is readable, and is read when it is needed.
      if case .tooLarge = error { return .file(InputFile(path: path)) }
      throw .unreadable(input, path, error, nearest: nil)
    }
    return .file(InputFile(path: path))
  }

  private func nearest(to path: String, in world: World) -> String? {
    let folder = FilePath.folder(of: path)
    let names = (try? world.files.names(in: folder)) ?? []
    return Nearest.file(to: FilePath.name(of: path), among: names).map {
      FilePath.join(path.contains("/") ? folder : "", $0)
    }
  }
}
