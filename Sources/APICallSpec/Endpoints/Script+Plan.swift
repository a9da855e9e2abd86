extension Script {
  /// What it does, in rows for a person: the name of each step, its method, where it goes and its file.
  package var plan: [[String]] {
    rows(of: steps, below: "") + rows(of: onFailure, below: "on_failure ")
      + rows(of: finally, below: "finally ")
  }

  private func rows(of steps: [Step], below path: String) -> [[String]] {
    steps.flatMap { step in
      [step.row(below: path)]
        + (step.cleanup.map { [$0.step.row(below: "\(path)\(step.name) ")] } ?? [])
    }
  }
}

extension Step {
  fileprivate func row(below path: String) -> [String] {
    var row = called(below: path)
    if let save {
      let saved = "saved as \(save.written)"
      row[3] = row[3].isEmpty ? saved : "\(row[3]), \(saved)"
    }
    return row
  }

  private func called(below path: String) -> [String] {
    let name = path + name
    switch callee {
    case .endpoint(let endpoint), .inline(let endpoint):
      let isInline = if case .inline = callee { true } else { false }
      return [
        name, endpoint.writtenMethod, endpoint.writtenTarget, isInline ? "" : endpoint.file,
      ]
    case .script(let script):
      let count = script.steps.count == 1 ? "1 step" : "\(script.steps.count) steps"
      return [name, "script", count, script.file]
    }
  }
}
