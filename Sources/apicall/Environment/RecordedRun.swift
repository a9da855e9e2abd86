import APICallBase
import APICallModel
import APICallRun
import APICallSystem
import APICallTesting

/// A run that is recorded, or that responds with a recording.
final class RecordedRun: Sendable {
  private let setting: RecordingSetting
  private let color: ColorChoice
  private let moment: RecordedMoment
  private let recorder: Recorder?
  /// Responds with a recording; nil if the run is recorded.
  let replay: Replay?

  /// Prepares a recording, or reads one; nil if the command line asks for neither.
  init?(_ settings: RunSettings) throws(Failure) {
    guard let setting = settings.recording else { return nil }
    self.setting = setting
    color = settings.output.color
    switch setting {
    case .record(let folder):
      // A run that cannot be recorded is not begun.
      try FolderReplacement.check(folder, keeping: FolderReplacement.isGolden)
      moment = RecordedMoment(World.system().now())
      recorder = Recorder(moment)
      replay = nil
    case .replay(let folder):
      let recording = try Recording.read(folder, files: SystemFiles())
      moment = recording.moment
      replay = Replay(recording)
      recorder = nil
    }
  }

  var taps: [any ExchangeTap] {
    let taps: [(any ExchangeTap)?] = [recorder, replay]
    return taps.compactMap { $0 }
  }

  /// The world of the run: its clock stands still, and in a replay no pause takes time, and secrets
  /// have dummies.
  func world(_ world: World) -> World {
    var world = moment.world(world, waits: replay == nil)
    if replay != nil { world.caller = ReplayCaller(world.caller) }
    return world
  }

  /// Writes the recording, or reports what a replay has not used.
  ///
  /// Returns the failure of the run with that of the recording; nil for neither.
  func finish(after failure: Failure?, in world: World, for test: TestDeclaration) -> Failure? {
    if let failure, failure.endsRun || Signals.first != nil { return failure }
    guard let recorder else {
      if failure == nil { reportUnused() }
      return failure
    }
    guard recorder.count > 0 else {
      if failure == nil {
        report("nothing was recorded: the run made no request; '\(setting.folder)' is as it was")
      }
      return failure
    }
    do throws(Failure) {
      let (files, counts) = try recorder.files(knowing: world, for: test)
      try FolderReplacement.replace(
        setting.folder, with: files, keeping: FolderReplacement.isGolden)
      report(recorder.summary(in: setting.folder, masking: counts))
      StandardStreams.report(
        recorder.warnings.map { Message($0).reported(as: .warning) }, color: color)
      return failure
    } catch {
      return failure?.followed(by: error) ?? error
    }
  }

  private func report(_ text: String) { StandardStreams.report(Message(text).text) }

  private func reportUnused() {
    guard let problem = replay?.unusedProblem else { return }
    StandardStreams.report([problem.reported(as: .warning)], color: color)
  }
}
