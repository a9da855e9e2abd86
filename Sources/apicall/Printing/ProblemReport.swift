import APICallBase

/// What is wrong with several files, gathered so that it is told at once and each problem once.
struct ProblemReport {
  private var entries: [(file: Int, failure: Failure)] = []
  private var told: Set<String> = []
  private let files: [String]
  /// The place of each file among them, once a problem is told of one.
  private var places: [String: Int] = [:]

  /// Begins a report.
  ///
  /// - Parameter files: the files, in the order in which they are to be reported.
  init(on files: [String]) { self.files = files }

  /// Whether nothing is wrong.
  var isEmpty: Bool { entries.isEmpty }

  /// Adds what is wrong with a file, but for what another file said before: a project file that is
  /// broken is told of once.
  mutating func add(_ failure: Failure, of file: String) {
    let new = failure.diagnostics.filter { !told.contains($0.text) }
    guard !new.isEmpty else { return }
    told.formUnion(new.map(\.text))
    if places.isEmpty {
      for (place, file) in files.enumerated() where places[file] == nil { places[file] = place }
    }
    entries.append((places[file] ?? files.count, Failure(failure.status, new)))
  }

  /// Ends with everything that was added.
  ///
  /// - Parameter counts: whether the last line says how many files have errors.
  /// - Throws: a ``Failure`` with the status of the first file, where anything was added.
  func finish(counts: Bool = true) throws(Failure) {
    let sorted = entries.sorted { $0.file < $1.file }
    guard let first = sorted.first else { return }
    var problems = sorted.flatMap(\.failure.diagnostics)
    if counts, files.count > 1 {
      let count = sorted.count
      problems.append(
        Diagnostic("\(count) of \(files.count) files \(count == 1 ? "has" : "have") errors"))
    }
    throw Failure(first.failure.status, problems)
  }
}
