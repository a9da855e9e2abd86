import APICallBase
import APICallModel
import APICallPlugins

/// Whether a run is recorded, or responds with a recording: `--record`, `--replay`.
enum RecordingSetting {
  case record(String)
  case replay(String)

  var option: String {
    switch self {
    case .record: "--record"
    case .replay: "--replay"
    }
  }

  var folder: String {
    switch self {
    case .record(let folder), .replay(let folder): folder
    }
  }
}

extension RunSettings {
  /// Sets whether the run is recorded, which only one option may do.
  mutating func set(_ recording: RecordingSetting) throws(Failure) {
    if let former = self.recording, former.option != recording.option {
      throw .combined("--record", "--replay")
    }
    guard !recording.folder.isEmpty else {
      throw Failure(
        .usage, "\(recording.option): '' is not a folder",
        hint: "name one, as in \(recording.option) recorded/login")
    }
    self.recording = recording
  }

  mutating func finishRecording() throws(Failure) {
    guard let recording else { return }
    let option = recording.option
    func refuse(_ other: String, _ hint: String) throws(Failure) -> Never {
      throw .combined(option, other, hint: hint)
    }
    guard endpoints.count == 1 else {
      throw Failure(
        .usage, "\(option) takes one file, but \(endpoints.count) files are run",
        hint: "run the files one at a time, or call them in a script")
    }
    if failureMode != nil { try refuse("--fail", "a simulated failure needs no recording") }
    if case .named(let name) = session {
      try refuse("--session \(name)", "a recorded run uses no session, so that it is complete")
    }
    if case .replay = recording {
      if let requester {
        try refuse("--requester \(requester)", "a recording replaces the requester")
      }
      if destination.mock != nil { try refuse("--mock", "a recording replaces the server") }
    } else if let requester, [ExampleRequester.name, FailureRequester.name].contains(requester) {
      try refuse("--requester \(requester)", "there is nothing to record: no server responds")
    }
    session = .none
  }
}
