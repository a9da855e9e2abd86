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
  /// The name that the answer has is taken.
  case exists(String, folder: String)
  /// What an earlier run left is not a regular file of the user's own.
  case foreignPart(String)
  /// Another run is writing the same part.
  case partInUse(String)
  /// The file cannot be put into its place, in the system's words.
  case notKept(String, reason: String)
  /// The answer goes on with what is there, and ends before the whole does.
  case shortOfWhole(String, has: Int, total: Int)
}

extension Failure {
  /// The failure of a file that cannot be written.
  package init(_ problem: OutputFileProblem) {
    switch problem {
    case .noFolder(let path):
      self.init(
        .cannotCreate, "cannot save to '\(path)': its folder is not there",
        hint:
          "make it first, as by 'mkdir -p \(ShellWord.path(FilePath.folder(of: path)))'; nothing was sent"
      )
    case .notWritable(let path, let reason):
      self.init(
        .cannotCreate, "cannot save to '\(path)': \(reason)",
        hint: "name a file that you can write; nothing was sent")
    case .throughLink(let path, let link):
      self.init(
        .noPermission, "cannot save to '\(path)': '\(link)' is a symbolic link",
        hint: "a script writes through none; give the folder as an input on the command line")
    case .ownFolder(let path):
      self.init(
        .noPermission, "cannot save to '\(path)': apicall keeps what is its own there",
        hint: "save to another folder")
    case .folderContinued(let path):
      self.init(
        .usage, "--continue needs the name of a file, and '\(path)' is a folder",
        hint: "the name comes with the answer, too late to look for what is there of it")
    case .specialContinued(let path):
      self.init(
        .usage, "--continue needs a regular file, and '\(path)' is none",
        hint: "leave out --continue")
    case .exists(let path, let folder):
      self.init(
        .cannotCreate, "'\(path)' is there already, and was not replaced",
        hint: "a name that comes with an answer replaces nothing: write --output '\(folder)NAME'")
    case .foreignPart(let path):
      self.init(
        .cannotCreate, "cannot go on with '\(path)': it is not a file of yours alone",
        hint: "remove it, and the download begins anew")
    case .partInUse(let path):
      self.init(
        .cannotCreate, "cannot go on with '\(path)': another run is writing it",
        hint: "wait for its end, or save to another file")
    case .notKept(let path, let reason):
      self.init(.cannotCreate, "cannot save as '\(path)': \(reason)")
    case .shortOfWhole(let path, let has, let total):
      self.init(
        .inputOutput, "the server sent '\(path)' up to \(has) of \(total) octets only")
    }
  }

  /// The failure of an answer that must not be put to what is there.
  ///
  /// - Parameters:
  ///   - problem: what is wrong with the answer.
  ///   - path: the file.
  package init(_ problem: ContinuationProblem, path: String) {
    var hint: String? = "what was there of it is removed: the next run begins anew"
    let reason: String
    switch problem {
    case .partUnasked:
      reason = "the server sent a part, and was asked for the whole"
      hint = nil
    case .encoded(let coding):
      reason = "the server encoded the body as '\(coding)', and was asked not to"
      hint = "leave out --continue"
    case .noRange: reason = "the answer does not say which part it is"
    case .otherStart(let start, let asked):
      reason = "the answer begins at octet \(start), and \(asked) was asked for"
    case .changed: reason = "the answer is a part of another version"
    case .unknownLength: reason = "the server does not say how long the whole is"
    case .otherLength(let length, let before):
      reason = "the whole had \(before) octets, and now has \(length)"
    case .tooLong(let end):
      reason = "the answer goes on behind octet \(end), where it says that it ends"
    case .notSatisfied: reason = "the server has nothing behind what is there"
    }
    self.init(.protocolError, "cannot go on with '\(path)': \(reason)", hint: hint)
  }
}

extension Diagnostic {
  /// Tells what a later run goes on with.
  ///
  /// - Parameters:
  ///   - octets: how many are there.
  ///   - path: the file that holds them.
  package init(kept octets: Int, in path: String) {
    self.init("\(octets) octets are kept in '\(path)': the same command goes on from there")
  }

  /// Tells why nothing was kept.
  ///
  /// - Parameter path: the file that was to be saved.
  package init(nothingKeptOf path: String) {
    self.init(
      "nothing is kept of '\(path)': the server does not tell versions apart",
      hint: "--continue needs a strong ETag, or a Last-Modified a minute before the Date")
  }
}
