import APICallBase
import APICallModel
import APICallReading
import APICallSystem
import APICallText

/// The golden file of a case: the output that it printed when a person accepted it.
struct GoldenFile {
  /// The largest golden file, in bytes: 16 MiB, as the largest output.
  private static let limit = 16 << 20
  private let testCase: TestCase
  private let files: any FileSystem
  let folder: String
  /// The path of the file; nil if the case has none.
  let path: String?

  /// Finds the golden file of a case.
  ///
  /// Throws a ``Failure`` if there are several, or if a link is in the way.
  init(of testCase: TestCase, in files: any FileSystem) throws(Failure) {
    self.testCase = testCase
    self.files = files
    let folder = testCase.folder
    self.folder = folder
    guard let status = files.status(of: folder) else {
      path = nil
      return
    }
    for place in [FilePath.folder(of: folder), folder]
    where files.status(of: place)?.isLink == true {
      throw Failure(
        .badInput, "'\(place)' is a symbolic link",
        hint: "recordings and golden files are real files in real folders")
    }
    guard status.kind == .folder else {
      throw Failure(.badInput, "'\(folder)' is not a folder", hint: "rename it")
    }
    let all = try rethrowing(files.names(in: folder)) { (error: FileError) in
      Failure(.noInput, "cannot list '\(folder)': \(error.reason)")
    }
    let names = all.filter(FolderReplacement.isGolden)
    if !all.contains(RecordingDeclaration.fileName),
      let other = all.sorted().first(where: { !names.contains($0) && !$0.hasPrefix(".") })
    {
      throw Failure(
        .badInput,
        "'\(FilePath.join(folder, other))' is neither a golden file nor part of a recording",
        hint: "a golden file is 'output' with an ending, and a recording has "
          + "'\(RecordingDeclaration.fileName)'")
    }
    guard names.count < 2 else {
      let found = names.map { "'\($0)'" }.joined(separator: " and ")
      throw Failure(
        .badInput, "'\(folder)' has more than one golden file: \(found)", hint: "keep one of them")
    }
    path = names.first.map { FilePath.join(folder, $0) }
  }

  /// The formatter that printed the output; nil for the bytes of a response.
  private var format: String? {
    switch testCase.content {
    case .example(let endpoint, _): endpoint.format?.text
    case .script(let script): script.format?.text
    }
  }

  func scrubbed(_ outcome: CaseOutcome) -> ScrubbedOutput {
    ScrubbedOutput(outcome.output, by: testCase.test.scrub, format: format)
  }

  /// Compares the output of a case with its golden file.
  func problems(of outcome: CaseOutcome) throws(Failure) -> [Message] {
    guard let path else {
      guard testCase.test.isGolden == true else {
        return testCase.test.scrub.isEmpty ? [] : scrubbed(outcome).problems
      }
      return [
        Message(
          "the case has no golden file", at: testCase.mark,
          hint: "'apicall test --update \(ShellWord.path(testCase.id))' writes it")
      ]
    }
    guard testCase.test.isGolden != false else {
      return [
        Message(
          "'\(path)' is not used, since 'golden' is false", at: testCase.mark,
          hint: "leave out 'golden: false' to compare the output with it")
      ]
    }
    let scrubbed = scrubbed(outcome)
    let difference = OutputDifference(
      of: scrubbed.bytes, from: try bytes(at: path), at: path, in: testCase.id)
    var problem = difference.problem
    // It cannot be accepted while a value does not have its kind.
    if !scrubbed.problems.isEmpty { problem?.hint = nil }
    return scrubbed.problems + (problem.map { [$0] } ?? [])
  }

  /// The bytes of the golden file, which must be a regular file.
  func bytes(at path: String) throws(Failure) -> [UInt8] {
    do throws(FileError) {
      guard files.status(of: path)?.isLink != true else {
        throw FileError.other("it is a symbolic link")
      }
      let canonical = files.canonicalPath(of: FilePath.folder(of: path))
      let place = FilePath.join(canonical ?? FilePath.folder(of: path), FilePath.name(of: path))
      return try files.readCanonical(place, limit: Self.limit)
    } catch {
      throw Failure(.badInput, "cannot read '\(path)': \(error.reason)")
    }
  }

  /// Writes the golden file anew from the output of the case.
  func update(from outcome: CaseOutcome) throws(Failure) -> String? {
    let scrubbed = scrubbed(outcome)
    guard scrubbed.problems.isEmpty else { return nil }
    let name = FolderReplacement.goldenStem + scrubbed.ending
    let new = FilePath.join(folder, name)
    var count = 0
    if let path {
      let old = try bytes(at: path)
      if old == scrubbed.bytes, path == new { return nil }
      count = OutputDifference(of: scrubbed.bytes, from: old, at: path, in: "").count
    }
    try FolderReplacement.replace(folder, with: [(name, scrubbed.bytes)]) {
      !FolderReplacement.isGolden($0)
    }
    let unused = scrubbed.unused.map { "'\($0)'" }.joined(separator: ", ")
    let note = unused.isEmpty ? "" : "; 'scrub' selects nothing by \(unused)"
    guard path != nil else { return "wrote \(new)\(note)" }
    return "updated \(new): \(count.counted("place"))\(note)"
  }
}
