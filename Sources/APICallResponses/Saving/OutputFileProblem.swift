import APICallBase
import APICallText

/// What is wrong with the file that `--output` names, before the request or after the response.
package enum OutputFileProblem: Error, Sendable, Hashable {
  case noFolder(String)
  /// A file cannot be created or written there; the reason is that of the system.
  case notWritable(String, reason: String)
  /// The path contains a symbolic link that the user did not type.
  case throughLink(String, link: String)
  /// The file there was not saved by a step, or was changed since, and the script is not trusted.
  case foreign(String)
  /// The path is in a folder where apicall keeps its own files.
  case ownFolder(String)
  /// The path to resume is a folder, in which the file has no name yet.
  case folderContinued(String)
  /// The path to resume is a device or a pipe.
  case specialContinued(String)
  /// A file with the name from the response already exists.
  case exists(String, folder: String)
  /// The part of an earlier run is not a regular file of the user's own.
  case foreignPart(String)
  case partInUse(String)
  case notKept(String, reason: String)
  /// The response continues the saved part, and ends before the whole does.
  case shortOfWhole(String, has: Int, total: Int)
}

extension Failure {
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
    case .foreign(let path):
      self.init(
        .noPermission, "cannot save to '\(path)': a step did not save the file that is there",
        hint: "remove it first: a script that is not trusted replaces only what steps saved")
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
        hint: "save to another file: something else may use this one")
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

extension Message {
  package init(kept bytes: Int, in path: String) {
    self.init("\(bytes) bytes are kept in '\(path)': run the same command again to resume")
  }

  /// Creates the note that `--continue` would have kept what arrived.
  package init(notContinuing path: String) {
    self.init(
      "nothing of '\(path)' is kept",
      hint: "add --continue: the part that arrived is then kept, and the same command resumes")
  }

  /// Creates the note that nothing was kept, with the reason.
  package init(nothingKeptOf path: String) {
    self.init(
      "nothing of '\(path)' is kept: the server does not identify versions",
      hint: "--continue needs a strong ETag, or a Last-Modified a minute before the Date")
  }
}
