import APICallBase
import APICallHTTP
import APICallRun
import APICallSpec
import APICallSystem

/// Where `--output` saves what is printed.
struct SavingSettings {
  /// The path as the user wrote it.
  var path: String
  /// Whether it goes on with what an earlier run left.
  var continues: Bool

  /// Checks the options; nil where the output is standard output.
  ///
  /// - Parameters:
  ///   - path: the path; nil where none is given.
  ///   - continues: whether to go on with what is there.
  /// - Throws: a ``Failure`` with exit status 64.
  init?(_ path: String?, continues: Bool) throws(Failure) {
    self.continues = continues
    guard let path else {
      if continues {
        throw Failure(
          .usage, "--continue goes on with a file, and --output names none",
          hint: "write --output FILE --continue")
      }
      return nil
    }
    self.path = path
    guard !path.isEmpty else {
      throw Failure(.usage, "--output needs the name of a file", hint: "'-' is standard output")
    }
    guard path == "-" else {
      try OutputFiles.check(path)
      return
    }
    if continues { throw Failure(.specialContinued(path)) }
    return nil
  }

  /// Whether a path is that of a file that is made here, as far as its name tells.
  func writes(_ other: String) -> Bool {
    // A device such as /dev/null takes whatever comes.
    guard !other.hasPrefix("/dev/"), !other.hasPrefix("/proc/") else { return false }
    return other == path || (continues && ["\(path).part", "\(path).part.json"].contains(other))
  }

  /// Says how output is asked for when it goes to the file.
  ///
  /// - Parameters:
  ///   - asked: what the user and the file ask for.
  ///   - endpoint: the endpoint.
  /// - Returns: the same, to a file.
  /// - Throws: a ``Failure`` with exit status 64 where what is continued would not be what came.
  func request(_ asked: OutputRequest, of endpoint: Endpoint) throws(Failure) -> OutputRequest {
    var asked = asked
    asked.place = .file
    guard continues else { return asked }
    switch asked.content {
    case .body, .nothing: break
    case .parts, .envelope:
      throw Failure(
        .usage, "--continue saves a body as it comes, and --print takes parts of it",
        hint: "leave out one of the two")
    case .values:
      throw Failure(
        .usage, "--continue saves a body as it comes, and 'select' takes parts of it",
        at: endpoint.select?.mark, hint: "leave out --continue, or add '--set select=!unset'")
    }
    if let format = asked.format, format != StandardFormat.raw {
      let mark = endpoint.format.flatMap { $0.text == format ? $0.mark : nil }
      throw Failure(
        .usage, "--continue saves a body as it comes, and '\(format)' is another format", at: mark,
        hint: "write --format raw, or leave out --continue")
    }
    asked.format = StandardFormat.raw
    return asked
  }

  /// Checks that what a script prints can be saved so.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - files: where the path is looked at.
  /// - Throws: a ``Failure`` with exit status 64 where it cannot.
  func check(for script: Script, in files: any FileSystem) throws(Failure) {
    if continues {
      throw Failure(
        .usage, "--continue goes on with the answer of one call, and '\(script.file)' is a script",
        hint: "leave out --continue: a script is run from its beginning each time")
    }
    guard path.ends(with: "/") || files.status(of: path)?.kind == .folder else { return }
    throw Failure(
      .usage, "--output: '\(path)' is a folder, and what a script prints comes with no name",
      hint: "name a file in it")
  }

  /// Opens the file, before anything is sent.
  ///
  /// - Parameters:
  ///   - call: the call; with `--continue` it then asks for what is missing.
  ///   - world: who computes digests.
  /// - Returns: the file.
  /// - Throws: a ``Failure`` where nothing can be saved there, or the call cannot be continued.
  func open(for call: inout Call, in world: World) throws(Failure) -> any OutputFile {
    guard continues else { return try OutputFiles.open(path) }
    let file = try OutputFiles.open(path, continuing: PartRecord.identity(of: call, in: world))
    call = call.with(request: file.applied(to: call.request))
    return file
  }
}
