package import APICallBase
package import APICallModel
package import APICallReading

/// Finds the cases in files and folders.
package struct CaseFinder {
  /// The cases, in the order of the files.
  package private(set) var cases: [TestCase] = []
  /// The cases that were named as `FILE::NAME`.
  package private(set) var named: Set<String> = []
  package private(set) var failures: [(file: String, failure: Failure)] = []
  /// The folders of recordings and golden files in the folders that were searched.
  private var recorded: [String] = []

  private let library: EndpointLibrary
  private let profile: Destination.Profile?
  private var read: Set<String> = []
  /// The files that each endpoint extends, by its own file.
  private var bases: [String: [String]] = [:]
  /// The files of which only the cases that were named are taken.
  private var partly: Set<String> = []
  /// The files that have cases.
  private var withCases: Set<String> = []
  private var known: Set<String> = []

  package init(_ library: EndpointLibrary, profile: Destination.Profile? = nil) {
    self.library = library
    self.profile = profile
  }

  /// Adds the cases of an operand.
  ///
  /// Throws a ``Failure`` with exit status 66 if the file does not exist, or has no case.
  package mutating func add(_ operand: CaseOperand) throws(Failure) {
    let path = operand.path
    guard !library.isFolder(path) else {
      let found = try library.casePaths(in: path)
      recorded += found.recorded.map(Self.shown)
      var hasCases = false
      for var file in found.files {
        file.path = Self.shown(file.path)
        if !read.contains(file.path) || partly.contains(file.path) {
          take(cases(of: file, isNamed: false))
        }
        hasCases = hasCases || withCases.contains(file.path) || hasFailed(file.path)
      }
      guard !hasCases else { return }
      throw Failure(.noInput, "there is no case in '\(path)'", hint: Self.hint)
    }
    let file = try library.path(of: path)
    let isWhole = read.contains(file) && !partly.contains(file)
    if operand.name == nil && isWhole || hasFailed(file) { return }
    let found = cases(of: ListedFile(file), isNamed: true)
    if hasFailed(file) { return }
    guard !found.isEmpty else {
      throw Failure(.noInput, "there is no case in '\(path)'", hint: Self.hint)
    }
    guard let name = operand.name else { return take(found) }
    if !isWhole { partly.insert(file) }
    guard let wanted = found.first(where: { $0.name == name }) else {
      throw Failure(
        .noInput, "there is no case '\(name)' in '\(path)'",
        hint: Nearest.hint(for: name, among: found.map(\.name), noun: "cases"))
    }
    named.insert(wanted.id)
    take([wanted])
  }

  private mutating func take(_ found: [TestCase]) {
    for one in found where known.insert(one.id).inserted { cases.append(one) }
  }

  private static let hint =
    "a case is an example with 'with' in an endpoint, or a script named *.test.yaml"

  /// A path below the working directory without `./`.
  private static func shown(_ path: String) -> String {
    path.hasPrefix("./") ? String(path.dropFirst(2)) : path
  }

  private func hasFailed(_ file: String) -> Bool { failures.contains { $0.file == file } }

  /// Reads a file; an error is among the failures.
  private mutating func cases(of file: ListedFile, isNamed: Bool) -> [TestCase] {
    read.insert(file.path)
    partly.remove(file.path)
    do throws(Failure) {
      let found = try cases(in: file, isNamed: isNamed)
      if !found.isEmpty { withCases.insert(file.path) }
      return found
    } catch {
      failures.append((file.path, error))
      return []
    }
  }

  private mutating func cases(
    in file: ListedFile, isNamed: Bool
  ) throws(Failure) -> [TestCase] {
    let isTest = file.path.hasSuffix(TestCase.scriptEnding)
    guard let runnable = try library.runnableOfSpec(file, profile: profile) else {
      if isTest || isNamed { _ = try library.runnable(file, profile: profile) }
      return []
    }
    switch runnable {
    case .endpoint(let endpoint):
      if !isTest { bases[file.path] = endpoint.bases }
      return endpoint.examples.filter { $0.inputs != nil }.map { TestCase($0, of: endpoint) }
    case .script(let script): return isTest ? [TestCase(script)] : []
    }
  }
}

extension CaseFinder {
  /// The folders of recordings and golden files that no case uses, in the folders that were
  /// searched.
  ///
  /// The folder of a file that cannot be read is not among them.
  package var strays: [String] {
    let used = Set(cases.map(\.folder))
    let unknown = Set(failures.map { TestCase.folder(ofCasesIn: $0.file) })
    return recorded.filter { !unknown.contains($0) }
      .flatMap { library.folders(in: $0) }.filter { !used.contains($0) }
  }
}

extension CaseFinder {
  /// The files of endpoints that no case calls, among those that were read.
  ///
  /// A case that is skipped calls none. A file that others extend is not an endpoint of its own.
  package var uncovered: [String] {
    let called = Set(
      cases.filter { $0.test.skip == nil }.flatMap(\.endpoints).map(\.file))
    let extended = Set(cases.flatMap(\.endpoints).flatMap(\.bases) + bases.values.flatMap { $0 })
    return bases.keys.filter { !called.contains($0) && !extended.contains($0) }.sorted()
  }
}

/// What the user names to be tested: a file or a folder, or one case of a file.
package struct CaseOperand: Sendable {
  package let path: String
  /// The name of the case; nil for all cases.
  package let name: String?

  /// Reads `PATH` or `FILE::NAME`.
  package init(_ text: String) {
    guard let range = text.firstRange(of: TestCase.separator) else {
      (path, name) = (text, nil)
      return
    }
    path = String(text[..<range.lowerBound])
    name = String(text[range.upperBound...])
  }
}
