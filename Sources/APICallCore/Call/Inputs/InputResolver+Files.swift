import APICallBase
import YAMLTree

/// Files that the user names on the command line: any on the machine, relative to the working
/// directory.
extension InputResolver {
  /// Reads text from a file, or from standard input for `-`, less one final line break.
  func text(
    in path: String, for input: InputDeclaration, in world: World
  ) throws(InputProblem) -> String {
    let octets: [UInt8]
    do {
      octets =
        path == "-"
        ? try world.caller.standardInput(limit: Self.textLimit)
        : try world.files.read(path, limit: Self.textLimit)
    } catch {
      let nearest = error == .notFound ? nearest(to: path, in: world) : nil
      throw .unreadable(input, path, error, nearest: nearest)
    }
    guard var text = String(validating: octets, as: UTF8.self) else { throw .notText(input, path) }
    // CR LF is one character.
    if text.last == "\n" || text.last == "\r\n" { text.removeLast() }
    return text
  }

  /// Makes sure that there is a file whose octets can be read.
  func file(
    _ path: String, for input: InputDeclaration, in world: World
  ) throws(InputProblem) -> Value {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .notOfType(input, path) }
    // Standard input is named on the command line alone.
    let path = path == "-" ? "./-" : path
    guard let status = world.files.status(of: path) else {
      throw .unreadable(input, path, .notFound, nearest: nearest(to: path, in: world))
    }
    guard status.kind == .file else { throw .notFile(input, path, status.kind) }
    do {
      _ = try world.files.read(path, limit: 0)
    } catch {
      // It has octets, and they can be read: they are, when they are needed.
      if case .tooLarge = error { return .file(InputFile(path: path)) }
      throw .unreadable(input, path, error, nearest: nil)
    }
    return .file(InputFile(path: path))
  }

  private func nearest(to path: String, in world: World) -> String? {
    let folder = FilePath.folder(of: path)
    let names = (try? world.files.names(in: folder)) ?? []
    return Nearest.word(to: FilePath.name(of: path), among: names).map {
      FilePath.join(path.contains("/") ? folder : "", $0)
    }
  }
}

extension Endpoint {
  /// Finds the files that the file itself gives to its inputs, as defaults and in examples: these
  /// are paths in a spec, relative to it and confined to its root.
  ///
  /// - Throws: a ``Failure`` with exit status 65 that holds every path that leads nowhere or out.
  mutating func confineFiles() throws(Failure) {
    guard inputs.contains(where: { $0.type == .file }), let fileRoot else { return }
    var problems: [Diagnostic] = []
    func confined(_ value: Value, at mark: Mark) -> Value {
      guard case .file(let file) = value else { return value }
      do {
        return .file(
          InputFile(path: try fileRoot.resolve(file.path, at: mark), isConfined: true))
      } catch {
        problems.append(error.diagnostic(at: mark))
        return value
      }
    }
    for index in inputs.indices {
      guard let value = inputs[index].defaultValue, let mark = inputs[index].defaultMark else {
        continue
      }
      inputs[index].defaultValue = confined(value, at: mark)
    }
    for index in examples.indices {
      for entry in examples[index].given?.value.entries ?? [] {
        guard let value = examples[index].inputs?[entry.key] else { continue }
        examples[index].inputs?[entry.key] = confined(value, at: entry.value.mark)
      }
    }
    guard problems.isEmpty else { throw Failure(.badInput, problems.inOrder) }
  }
}
