import APICallBase
import YAMLTree

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
