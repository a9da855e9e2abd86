import APICallReading
import APICallRequests

/// The exchanges of a recording that are still to be used.
struct ExchangeQueues: Sendable {
  enum Finding {
    case found(Int)
    case missing(ReplayMiss)
    case faulty(RecordingFault)
  }

  /// Exchanges whose requests have the same method and URL.
  private struct Queue: Sendable {
    var indices: [Int] = []
    private var usedCount = 0

    /// The exchanges after those at the front that are used.
    mutating func waiting(where isUsed: [Bool]) -> ArraySlice<Int> {
      while usedCount < indices.count, isUsed[indices[usedCount]] { usedCount += 1 }
      return indices[usedCount...]
    }
  }

  /// The largest number of exchanges among which the nearest one is searched.
  private static let mostCompared = 1000

  private let recording: Recording
  private var patterns: [RequestPattern?]
  private var isUsed: [Bool]
  private var queues: [[UInt8]: Queue] = [:]
  /// Those with a gap in their path.
  private var others = Queue()

  init(_ recording: Recording) {
    self.recording = recording
    patterns = [RequestPattern?](repeating: nil, count: recording.count)
    isUsed = [Bool](repeating: false, count: recording.count)
    for (index, exchange) in recording.exchanges.enumerated() {
      var request = exchange.request
      // The body is not needed yet, and may be in a file.
      request.body = nil
      if let key = (try? RequestPattern(request, in: recording))?.key {
        queues[key, default: Queue()].indices.append(index)
      } else {
        others.indices.append(index)
      }
    }
  }

  var unused: [Int] { isUsed.indices.filter { !isUsed[$0] } }

  mutating func take(
    _ received: ReceivedRequest, to origin: String, of step: String?,
    sha256: ([UInt8]) -> [UInt8]?
  ) -> Finding {
    let key = RequestPattern.key(of: received, from: origin)
    let own = queues[key]?.waiting(where: isUsed) ?? []
    let candidates = own + others.waiting(where: isUsed)
    var first: Int?
    do throws(RecordingFault) {
      for index in candidates where !isUsed[index] {
        let isOfStep = recording.exchanges[index].step == step
        guard isOfStep || first == nil,
          try pattern(index).matches(received, to: origin, sha256: sha256)
        else { continue }
        if isOfStep || step == nil {
          isUsed[index] = true
          return .found(index)
        }
        first = first ?? index
      }
      if let first {
        isUsed[first] = true
        return .found(first)
      }
      return .missing(try miss(of: received, to: origin, sha256: sha256))
    } catch {
      return .faulty(error)
    }
  }

  private mutating func pattern(_ index: Int) throws(RecordingFault) -> RequestPattern {
    if let pattern = patterns[index] { return pattern }
    let pattern = try RequestPattern(recording.exchanges[index].request, in: recording)
    patterns[index] = pattern
    return pattern
  }

  private mutating func miss(
    of received: ReceivedRequest, to origin: String, sha256: ([UInt8]) -> [UInt8]?
  ) throws(RecordingFault) -> ReplayMiss {
    let key = RequestPattern.key(of: received, from: origin)
    let used = ((queues[key]?.indices ?? []) + others.indices).filter { isUsed[$0] }
    var same: [Int] = []
    for index in used.prefix(Self.mostCompared)
    where try pattern(index).matches(received, to: origin, sha256: sha256) {
      same.append(index)
    }
    if !same.isEmpty { return .used(same.count) }
    var nearest: (index: Int, differences: [RequestPattern.Difference])?
    // Those with the same URL are compared first.
    let order = (queues[key]?.indices ?? []) + isUsed.indices
    for index in order.prefix(Self.mostCompared) {
      let differences = try pattern(index).differences(
        from: received, to: origin, sha256: sha256)
      if differences.count < nearest?.differences.count ?? .max { nearest = (index, differences) }
    }
    guard let nearest else { return .empty }
    return .near(nearest.index, try pattern(nearest.index), nearest.differences)
  }
}
