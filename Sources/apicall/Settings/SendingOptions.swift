import APICallBase
import APICallHTTP
import APICallModel
import APICallPlugins
import APICallSafety
import APICallScripts
import APICallText
import CommandOptions

extension OptionSection<RunSettings> {
  static var sending: OptionSection {
    OptionSection(
      "SENDING",
      [
        .value(
          "--requester", "name",
          "Send the request with this requester: "
            + "\(Builtins.readingRegistry.names(of: .requester).joined(separator: ", ")) "
            + "(default: the file's 'requester', else curl).",
          .requester
        ) { $0.requester = $1 },
        .flag("--examples", "Send nothing: respond with the examples of the files.") {
          $0.usesExamples = true
        },
        .value(
          "--fail", "how",
          "Send nothing and fail as a real call can: \(FailureMode.names.joined(separator: ", ")). "
            + "status=503 and slow=10s have a value; append ,times=2 to fail only twice.",
          .words { FailureMode.names }
        ) { (settings, how) throws(Failure) in settings.failureMode = try FailureMode(option: how)
        },
        .value(
          "--mock", "url",
          "Send the request over plain HTTP to this server on this machine, such as 'apicall "
            + "serve', instead of its real host."
        ) { (settings, text) throws(Failure) in
          settings.destination.mock = try HostAddress.mock(text)
        },
        .value(
          "--record", "dir",
          "Write the exchanges of the run to this folder as a recording, with secrets masked.",
          .path
        ) { (settings, folder) throws(Failure) in try settings.set(.record(folder)) },
        .value(
          "--replay", "dir",
          "Send nothing and respond with the recording in this folder, at the moment when it was "
            + "made.",
          .path
        ) { (settings, folder) throws(Failure) in try settings.set(.replay(folder)) },
        .value(
          "--max-pages", "number",
          "Fetch up to this many pages of a list (default: the file's paginate.max_pages, else no "
            + "limit)."
        ) { $0.pages = $1 },
        .flag(
          "--allow-partial",
          "Exit with status 0 even if more pages remain after the page limit."
        ) { $0.allowsPartial = true },
        .flag(
          "--allow-write",
          "Send the request even if 'guard' in apicall.yaml does not list its method."
        ) { $0.destination.allowsWrites = true },
        .value(
          "--session", "name",
          "Use this session for the outputs that other calls need (default: the project's).",
          .session
        ) { (settings, name) throws(Failure) in
          _ = try SessionName(name)
          try settings.keep(in: .named(name))
        },
        .flag(
          "--no-session", "Neither read nor write a session."
        ) { (settings) throws(Failure) in try settings.keep(in: .none) },
        .value(
          "--cookies", "file",
          "Send the cookies of this file with all calls, and keep those of responses in it, as "
            + "'curl -b FILE -c FILE' does.", .path
        ) { $0.cookieFile = $1 },
        .value(
          "--state", "file",
          "Keep the state of the run in this file (default: in the folder of apicall's state).",
          .path
        ) { $0.stateFile = $1 },
        .flag(
          "--state-line",
          "Print the state as lines of the output, such as --format ndjson, and do not keep it: the "
            + "reader appends them to the file of --state."
        ) { $0.printsState = true },
        .flag("--keep-going", "With several files, keep going after one fails.") {
          $0.series.keepsGoing = true
        },
        .value(
          "--jobs", short: "-j", "number",
          "With several files or --rows, run up to this many in parallel (1 to 256, default 1).",
          isJoinable: true
        ) { (settings, text) throws(Failure) in
          settings.series.jobs = try wholeNumber(
            text, of: "--jobs", 1...256,
            hint: "write the number of files to run in parallel, as in --jobs 8")
        },
        .value(
          "--first", "number",
          "To try a file, take only this many items of each loop of a script, or rows of a response."
        ) { (settings, text) throws(Failure) in
          settings.first = try wholeNumber(
            text, of: "--first", 1...RowStages.mostRows,
            hint: "write the number of items or rows, as in --first 10")
        },
        .value(
          "--memory", "size",
          "With a script or --jobs, hold up to this much of bodies in memory, such as 1GiB (default "
            + "\(WrittenSize.text(of: MemoryBudget.usual)))."
        ) { (settings, text) throws(Failure) in
          settings.memory = try writtenSize(
            text, of: "--memory",
            hint: "write a number of bytes, or one with a unit: 500MB, 1GiB")
        },
        .flag(
          "--no-duplicates",
          "With several files, refuse a request while an identical one is in progress."
        ) {
          $0.series.refusesDuplicates = true
        },
      ])
  }
}

/// How several files are run.
struct SeriesSettings {
  var jobs = 1
  var keepsGoing = false
  /// Whether a request is refused while an identical one is in progress.
  var refusesDuplicates = false
}

extension RunSettings {
  fileprivate mutating func keep(in place: SessionSetting) throws(Failure) {
    guard session == .project || (session == .none) == (place == .none) else {
      throw .combined("--session", "--no-session")
    }
    session = place
  }
}

extension HostAddress {
  /// Reads the origin of a mock server, which is on this machine and speaks plain HTTP: a request
  /// for another host never leaves the machine.
  static func mock(_ text: String) throws(Failure) -> Origin {
    let url = text.contains("://") ? text : "http://\(text)"
    let mock = try HostAddress(url, option: "--mock")
    guard mock.origin.scheme == .http, mock.origin.isLoopback, mock.basePath.isEmpty else {
      throw Failure(
        .usage, "--mock: '\(text)' is not a server on this machine",
        hint: "write http://127.0.0.1:PORT, as 'apicall serve' prints it")
    }
    return mock.origin
  }
}
