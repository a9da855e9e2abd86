import APICallBase
import APICallCurl
import APICallSpec
import APICallSystem
import APICallTesting

/// The options and operands of `apicall test` as typed values.
struct TestSettings {
  /// What is tested; never empty.
  var operands: [CaseOperand] = []
  var filter = CaseFilter()
  /// Whether only the cases that failed the last time are run.
  var runsFailed = false
  /// Whether it is a success if there is no case.
  var allowsNone = false
  var jobs = 1
  /// Whether golden files are written.
  var updates = false
  /// Whether folders that no case uses are removed.
  var prunes = false
  /// What responds to the requests.
  var mode = CaseMode.replay
  /// The option that sets it.
  var modeOption: String?
  var profile: Destination.Profile?
  /// Where connections go instead of the hosts of the URLs.
  var detours: [HostDetour] = []
  var fileRoots: [String] = []
  var color = ColorChoice.automatic

  /// The settings of connections; nil for the defaults.
  var connection: ConnectionSettings? {
    guard !detours.isEmpty else { return nil }
    var connection = ConnectionSettings()
    connection.detours = detours
    return connection
  }

  /// Whether all cases of the operands are run.
  var isWhole: Bool { filter.isEmpty && !runsFailed && operands.allSatisfy { $0.name == nil } }

  /// Adds the operands, and checks all settings together.
  ///
  /// - Parameter operands: paths and names of cases.
  /// - Throws: a ``Failure`` with exit status 64 for options that cannot be combined.
  mutating func finish(_ operands: [String]) throws(Failure) {
    self.operands = (operands.isEmpty ? ["."] : operands).map { CaseOperand($0) }
    if profile == nil, let name = Program.environment("APICALL_PROFILE"), !name.isEmpty {
      profile = Destination.Profile(name, isGeneral: true)
    }
    if case .record = mode { try Self.refuseInCI("--record") }
    if !detours.isEmpty, !mode.sends {
      throw Failure(
        .usage, "--connect-to has no effect without --record or --live",
        hint: "without them, nothing is sent")
    }
    for (isGiven, option) in [(updates, "--update"), (prunes, "--prune")] where isGiven {
      try Self.refuseInCI(option)
    }
    if updates, mode == .live {
      throw Failure(
        .usage, "--update has no effect with --live",
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
      throw Failure(
        .usage, "\(modeOption) and \(option) cannot be combined", hint: "leave out one of the two")
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
