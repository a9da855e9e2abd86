/// What responds to the requests of cases.
package enum CaseMode: Sendable, Hashable {
  /// The recording of the case, else the examples of the files. Nothing is sent.
  case replay
  /// The servers. The responses are recorded, and then replayed; with `onlyMissing`, only for cases
  /// that have no recording.
  case record(onlyMissing: Bool)
  /// The servers, and nothing is written.
  case live
  /// The servers; the responses are compared with the recording or the example, and nothing is
  /// written.
  case drift

  package var sends: Bool {
    self != .replay
  }

  /// The option that sets it; nil for ``replay``.
  package var option: String? {
    switch self {
    case .replay: nil
    case .record(let onlyMissing): onlyMissing ? "--record=missing" : "--record"
    case .live: "--live"
    case .drift: "--drift"
    }
  }
}
