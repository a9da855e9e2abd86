import APICallBase
import APICallHTTP
import APICallPlugins
import APICallScripts
import APICallSpec
import CommandOptions

extension OptionSection<RunSettings> {
  /// How a request is sent.
  static var sending: OptionSection {
    OptionSection(
      "SENDING",
      [
        .value(
          "--requester", "name",
          "What sends the request: "
            + "\(Builtins.readingRegistry.names(of: .requester).joined(separator: ", ")). "
            + "Default: the file's 'requester', else curl.",
          .requester
        ) { $0.requester = $1 },
        .value(
          "--fail", "how",
          "Send nothing, and fail as a call can: \(FailureMode.names.joined(separator: ", ")). "
            + "status=503 and slow=10s say more; with times=2 behind a comma, only so often.",
          .words { FailureMode.names }
        ) { (settings, how) throws(Failure) in settings.mishap = try FailureMode(option: how) },
        .value(
          "--mock", "url",
          "Send the request to this server instead, over plain HTTP: one on this machine, such as "
            + "'apicall serve'."
        ) { (settings, text) throws(Failure) in
          settings.destination.mock = try HostAddress.mock(text)
        },
        .value(
          "--max-pages", "number",
          "The most pages of a list to ask for, where the file has 'paginate'."
        ) { $0.pages = $1 },
        .flag(
          "--allow-partial",
          "Take it for no failure where a list has more pages than are asked for."
        ) { $0.allowsPartial = true },
        .flag(
          "--allow-write",
          "Send the request even where apicall.yaml guards its origin against the method."
        ) { $0.destination.allowsWrites = true },
        .value(
          "--session", "name",
          "Keep the outputs that other calls need in a session of that name, not in that of this "
            + "project.",
          .session
        ) { (settings, name) throws(Failure) in
          _ = try SessionName(name)
          try settings.keep(in: .named(name))
        },
        .flag(
          "--no-session", "Keep no outputs that other calls need, and use none that are kept."
        ) { (settings) throws(Failure) in try settings.keep(in: .none) },
        .flag("--keep-going", "Of several files, run those behind one that failed, too.") {
          $0.series.keepsGoing = true
        },
        .value(
          "--jobs", short: "-j", "number",
          "Of several files, run so many at a time, 1 to 256. Default: 1.", isJoinable: true
        ) { (settings, text) throws(Failure) in
          guard let number = Int(text), (1...256).contains(number) else {
            throw Failure(
              .usage, "--jobs: '\(text)' is not a number of calls",
              hint: "write a whole number from 1 to 256, as in --jobs 8")
          }
          settings.series.jobs = number
        },
        .flag(
          "--no-duplicates", "Of several files, refuse a request while the same one is under way."
        ) {
          $0.series.refusesDuplicates = true
        },
      ])
  }
}

/// How several files are run.
struct SeriesSettings {
  /// How many calls are under way at a time.
  var jobs = 1
  /// Whether the files behind one that failed are run all the same.
  var keepsGoing = false
  /// Whether a request is refused while the same one is under way.
  var refusesDuplicates = false
}

extension RunSettings {
  /// Says where outputs are kept, which one option does and not two.
  fileprivate mutating func keep(in place: SessionSetting) throws(Failure) {
    guard session == .project || (session == .none) == (place == .none) else {
      throw Failure(
        .usage, "--session and --no-session do not go together", hint: "give one of them")
    }
    session = place
  }
}

extension HostAddress {
  /// A mock server is on this machine and speaks plain HTTP: nothing that was meant for another
  /// host leaves it.
  fileprivate static func mock(_ text: String) throws(Failure) -> Origin {
    let url = text.contains("://") ? text : "http://\(text)"
    let mock = try HostAddress(url, option: "--mock")
    guard mock.origin.scheme == .http, mock.origin.isLoopback, mock.basePath.isEmpty else {
      throw Failure(
        .usage, "--mock: '\(text)' is not a server on this machine",
        hint: "a mock is reached at http://127.0.0.1:PORT, as 'apicall serve' prints it")
    }
    return mock.origin
  }
}
