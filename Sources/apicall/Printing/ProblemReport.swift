import APICallBase

/// The errors of several files, collected so that they are reported together and each error once.
struct ProblemReport {
  private var entries: [(file: Int, failure: Failure)] = []
  private var told: Set<String> = []
  private let files: [String]
  /// The index of each file, once there is an error.
  private var places: [String: Int] = [:]

  init(on files: [String]) { self.files = files }

  /// Adds the errors of a file, except those already reported for another one: a broken project
  /// file is reported once.
  mutating func add(_ failure: Failure, of file: String) {
    let new = failure.diagnostics.filter { !told.contains($0.text) }
    guard !new.isEmpty else { return }
    told.formUnion(new.map(\.text))
    if places.isEmpty {
      for (place, file) in files.enumerated() where places[file] == nil { places[file] = place }
    }
    entries.append((places[file] ?? files.count, Failure(failure.status, new)))
  }

  /// Adds the expression of a file with which expressions took too long, if there is one: every
  /// later expression has the same problem.
  ///
  /// Returns whether there is one.
  mutating func addLimit(of file: String) -> Bool {
    guard let problem = EvaluationWatch.current?.problem else { return false }
    let isTold = entries.contains { entry in
      entry.failure.diagnostics.contains { $0.message == problem.message }
    }
    if !isTold { add(Failure(.badInput, [problem]), of: file) }
    return true
  }

  func finish(counts: Bool = true) throws(Failure) {
    let sorted = entries.sorted { $0.file < $1.file }
    guard let first = sorted.first else { return }
    var problems = sorted.flatMap(\.failure.diagnostics)
    if counts, files.count > 1 {
      let count = Set(sorted.map(\.file)).count
      problems.append(
        Message("\(count) of \(files.count) files \(count == 1 ? "has" : "have") errors"))
    }
    throw Failure(first.failure.status, problems)
  }
}
