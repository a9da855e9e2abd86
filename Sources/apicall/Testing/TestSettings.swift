import APICallBase
import APICallCurl
import APICallModel
import APICallSystem
import APICallTesting
import APICallText

/// The options and operands of `apicall test` as typed values.
struct TestSettings {
  /// What is tested; never empty.
  var operands: [CaseOperand] = []
  private(set) var words: [String] = []
  var filter = CaseFilter()
  /// Whether only the cases that failed the last time are run.
  var runsFailed = false
  /// Whether it is a success if there is no case.
  var allowsNone = false
  var jobs = 1
  /// The number of times that a case which failed is run again.
  var retries = 0
  /// Whether a case that passed only when it was run again is a failure.
  var failsOnFlaky = false
  /// The number of failures after which no further case begins; nil without a limit.
  var mostFailures: Int?
  /// Whether endpoints without a case are failures.
  var findsUncovered = false
  var updates = false
  var prunes = false
  /// What responds to the requests.
  var mode = CaseMode.replay
  /// Whether requests that may change something are sent by --drift, and where a project forbids
  /// them.
  var allowsWrites = false
  var isStrict = false
  /// The option that sets it.
  var modeOption: String?
  var profile: Destination.Profile?
  private var isProfileGiven: Bool { profile?.isGeneral == false }
  var reports: [ResultReport] = []
  /// Where connections go instead of the hosts of the URLs.
  var detours: [HostDetour] = []
  var fileRoots: [String] = []
  var color = ColorChoice.automatic

  var connections: RunSettings {
    var settings = RunSettings()
    settings.fileRoots = fileRoots
    settings.network.detours = detours
    if !detours.isEmpty { settings.connectionOptions = ["--connect-to"] }
    return settings
  }

  var isWhole: Bool { filter.isEmpty && !runsFailed && operands.allSatisfy { $0.name == nil } }

  /// The options of a command that runs a case again in the same way.
  var optionsToRunAgain: [String] {
    var options = [mode.option].compactMap { $0 }
    if isStrict { options.append("--strict") }
    for detour in detours { options += ["--connect-to", ShellWord(detour.entry).text] }
    for root in fileRoots { options += ["--file-root", ShellWord(root).text] }
    if allowsWrites { options.append("--allow-write") }
    if isProfileGiven, let profile { options += ["--profile", ShellWord(profile.name).text] }
    return options
  }

  mutating func finish(_ operands: [String]) throws(Failure) {
    words = operands
    self.operands = (operands.isEmpty ? ["."] : operands).map { CaseOperand($0) }
    profile = profile ?? .ofEnvironment()
    try ResultReport.check(reports)
    if case .record = mode { try Self.refuseInCI("--record") }
    let option = mode.option ?? ""
    if !detours.isEmpty, !mode.sends {
      throw Failure(
        .usage, "--connect-to has no effect without --record, --live or --drift",
        hint: "without them, nothing is sent")
    }
    if allowsWrites, !mode.sends {
      throw Failure(
        .usage, "--allow-write has no effect without --record, --live or --drift",
        hint: "without them, nothing is sent")
    }
    if isStrict, mode != .drift {
      throw Failure(
        .usage, "--strict has no effect without --drift",
        hint: "it makes the notes of --drift failures")
    }
    if retries > 0, !mode.sends {
      throw Failure(
        .usage, "--retries has no effect without --live, --drift or --record",
        hint: "a case that is not sent gives the same result each time")
    }
    if failsOnFlaky, retries == 0 {
      throw Failure(
        .usage, "--fail-on-flaky has no effect without --retries",
        hint: "a case is flaky if it passes when it is run again")
    }
    if prunes, mode == .live || mode == .drift { throw .combined("--prune", option) }
    if findsUncovered, !isWhole {
      throw Failure(
        .usage, "--uncovered needs all cases, but only some are selected",
        hint: "leave out the options that select cases")
    }
    if updates { try Self.refuseInCI("--update") }
    if prunes { try Self.refuseInCI("--prune") }
    if updates, (mode == .live || mode == .drift) {
      throw Failure(
        .usage, "--update has no effect with \(option)",
        hint: "--record accepts what the servers respond")
    }
    if prunes, !isWhole {
      throw Failure(
        .usage, "--prune needs all cases, but only some are selected",
        hint: "leave out the options that select cases")
    }
  }

  /// Sets what responds to the requests, which only one option may do.
  mutating func set(_ mode: CaseMode, by option: String) throws(Failure) {
    if let modeOption, modeOption != option {
      throw .combined(modeOption, option)
    }
    (self.mode, modeOption) = (mode, option)
  }

  /// Refuses an option that writes files where a program runs the tests.
  private static func refuseInCI(_ option: String) throws(Failure) {
    guard let value = Program.environment("CI"), !value.isEmpty, value != "false" else { return }
    throw Failure(
      .usage, "\(option) is refused here, since the variable CI is set",
      hint: "run it on your machine, read the changes, and commit them")
  }
}
