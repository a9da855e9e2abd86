import APICallBase

/// What is wrong with the file that `--output` names, before anything is sent or when all has come.
package enum OutputFileProblem: Error, Sendable, Hashable {
  /// The folder that is to hold it is not there.
  case noFolder(String)
  /// A file cannot be made or written there, in the system's words.
  case notWritable(String, reason: String)
  /// A symbolic link that the user did not type is on the way.
  case throughLink(String, link: String)
  /// It is where apicall keeps what is its own.
  case ownFolder(String)
  /// It was to be continued, and is a folder, whose file has no name yet.
  case folderContinued(String)
  /// It was to be continued, and is a device or a pipe.
  case specialContinued(String)
  /// The name that the response has is taken.
  case exists(String, folder: String)
  /// What an earlier run left is not a regular file of the user's own.
  case foreignPart(String)
  /// Another run is writing the same part.
  case partInUse(String)
  /// The file cannot be put into its place, in the system's words.
  case notKept(String, reason: String)
  /// The response goes on with what is there, and ends before the whole does.
  case shortOfWhole(String, has: Int, total: Int)
}

extension Failure {
  /// The failure of a file that cannot be written.
  package init(_ problem: OutputFileProblem) {
    switch problem {
    case .noFolder(let path):
      self.init(
        .cannotCreate, "cannot save to '\(path)': its folder does not exist",
        hint:
          "create it with 'mkdir -p \(ShellWord.path(FilePath.folder(of: path)))'; nothing was sent"
      )
    case .notWritable(let path, let reason):
      self.init(
        .cannotCreate, "cannot save to '\(path)': \(reason)",
        hint: "name a file that you can write to; nothing was sent")
    case .throughLink(let path, let link):
      self.init(
        .noPermission, "cannot save to '\(path)': '\(link)' is a symbolic link",
        hint: "scripts do not write through links; give the folder as an input on the command line")
    case .ownFolder(let path):
      self.init(
        .noPermission, "cannot save to '\(path)': apicall keeps its own files there",
        hint: "save to another folder")
    case .folderContinued(let path):
      self.init(
        .usage, "--continue needs the name of a file, but '\(path)' is a folder",
        hint: "add a file name: the server's is known only after the request is sent")
    case .specialContinued(let path):
      self.init(
        .usage, "--continue needs a regular file, but '\(path)' is not one",
        hint: "leave out --continue")
    case .exists(let path, let folder):
      self.init(
        .cannotCreate, "'\(path)' already exists and was not replaced",
        hint: "to replace a file, name it yourself: --output '\(folder)NAME'")
    case .foreignPart(let path):
      self.init(
        .cannotCreate, "cannot resume '\(path)': it is not a regular file of your own",
        hint: "remove it to start the download again")
    case .partInUse(let path):
      self.init(
        .cannotCreate, "cannot resume '\(path)': another run is writing it",
        hint: "wait until it ends, or save to another file")
    case .notKept(let path, let reason):
      self.init(.cannotCreate, "cannot save as '\(path)': \(reason)")
    case .shortOfWhole(let path, let has, let total):
      self.init(
        .inputOutput, "the server sent only \(has) of \(total) bytes of '\(path)'")
    }
  }

  /// The failure of a response that must not be put to what is there.
  ///
  /// - Parameters:
  ///   - problem: what is wrong with the response.
  ///   - path: the file.
  package init(_ problem: ContinuationProblem, path: String) {
    var hint: String? = "the saved part was removed: the next run starts again"
    let reason: String
    switch problem {
    case .partUnasked:
      reason = "the server sent a part, but the whole was requested"
      hint = nil
    case .encoded(let coding):
      reason = "the server encoded the body as '\(coding)', which the request excluded"
      hint = "leave out --continue"
    case .noRange: reason = "the response does not state which part it is"
    case .otherStart(let start, let asked):
      reason = "the response begins at byte \(start), but \(asked) was requested"
    case .changed: reason = "the response is a part of another version"
    case .unknownLength: reason = "the server does not state the full length"
    case .otherLength(let length, let before):
      reason = "the full length was \(before) bytes and is now \(length)"
    case .tooLong(let end):
      reason = "the response goes on after byte \(end), its stated end"
    case .notSatisfied: reason = "the server has nothing after the saved part"
    }
    self.init(.protocolError, "cannot resume '\(path)': \(reason)", hint: hint)
  }
}

extension Diagnostic {
  /// Tells what a later run goes on with.
  ///
  /// - Parameters:
  ///   - octets: how many are there.
  ///   - path: the file that holds them.
  package init(kept octets: Int, in path: String) {
    self.init("\(octets) bytes are kept in '\(path)': run the same command again to resume")
  }

  /// Tells why nothing was kept.
  ///
  /// - Parameter path: the file that was to be saved.
  package init(nothingKeptOf path: String) {
    self.init(
      "nothing of '\(path)' is kept: the server does not identify versions",
      hint: "--continue needs a strong ETag, or a Last-Modified a minute before the Date")
  }
}
