import APICallBase
import APICallContracts
import APICallModel
import APICallRequests
import APICallResponses
import APICallSystem
import APICallText

/// The file that `--output` saves to.
struct SavingSettings {
  var path: String
  /// Whether it resumes a download that an earlier run left incomplete.
  var continues: Bool

  /// Checks the options; nil if the output is standard output.
  init?(_ path: String?, continues: Bool) throws(Failure) {
    self.continues = continues
    guard let path else {
      if continues {
        throw Failure(
          .usage, "--continue resumes a file, but --output does not name one",
          hint: "write --output FILE --continue")
      }
      return nil
    }
    self.path = path
    guard !path.isEmpty else {
      throw Failure(
        .usage, "--output: '' is not a file", hint: "name a file, or write - for standard output")
    }
    guard path == "-" else {
      try OutputFiles.check(path)
      return
    }
    if continues { throw Failure(.specialContinued(path)) }
    return nil
  }

  /// Whether a path is, by its name, one of the files written here.
  func writes(_ other: String) -> Bool {
    // A device such as /dev/null can be written to twice.
    guard !other.hasPrefix("/dev/"), !other.hasPrefix("/proc/") else { return false }
    return other == path || (continues && ["\(path).part", "\(path).part.json"].contains(other))
  }

  func request(_ asked: OutputRequest, of endpoint: EndpointSpec) throws(Failure) -> OutputRequest {
    var asked = asked
    asked.place = .file
    guard continues else { return asked }
    switch asked.content {
    case .body, .nothing: break
    case .parts, .envelope:
      throw Failure(
        .usage, "--continue saves the body as received, but --print selects parts of the response",
        hint: "leave out one of the two")
    case .values:
      throw Failure(
        .usage, "--continue saves the body as received, but 'select' selects parts of it",
        at: endpoint.select?.mark, hint: "leave out --continue, or add '--set select=!unset'")
    case .rows:
      throw Failure(
        .usage, "--continue saves the body as received, but the file makes rows of it",
        at: endpoint.rows.shapeMark ?? endpoint.rows.mark, hint: "leave out --continue")
    }
    if let format = asked.format, format != StandardFormat.raw {
      let mark = endpoint.format.flatMap { $0.text == format ? $0.mark : nil }
      throw Failure(
        .usage, "--continue saves the body as received, but '\(format)' changes it", at: mark,
        hint: "write --format raw, or leave out --continue")
    }
    asked.format = StandardFormat.raw
    return asked
  }

  func check(for script: ScriptSpec, in files: any FileSystem) throws(Failure) {
    if continues {
      throw Failure(
        .usage, "--continue resumes the response of one call, but '\(script.file)' is a script",
        hint: "leave out --continue: a script always runs from its beginning")
    }
    guard path.ends(with: "/") || files.status(of: path)?.kind == .folder else { return }
    throw Failure(
      .usage, "--output: '\(path)' is a folder, but the output of a script has no name",
      hint: "name a file in it")
  }

  /// Opens the file, before anything is sent.
  ///
  /// With `--continue`, the call is changed to request the missing part.
  func open(
    for call: inout Call, asked: OutputRequest, in world: World
  ) throws(Failure) -> any OutputFile {
    guard continues else {
      return try OutputFiles.open(path, allowingContinuing: asked.savesWholeBody)
    }
    let file = try OutputFiles.open(path, continuing: PartRecord.identity(of: call, in: world))
    call = call.with(request: file.applied(to: call.request))
    return file
  }
}

extension OutputRequest {
  /// Whether the body is saved as it was received, as `--continue` requires.
  fileprivate var savesWholeBody: Bool {
    switch content {
    case .body, .nothing: format == nil || format == StandardFormat.raw
    case .parts, .envelope, .values, .rows: false
    }
  }
}
