package import APICallBase
package import APICallContracts
package import APICallHTTP
import APICallModel
package import APICallRequests
import APICallResponses
import Glibc

/// A file whose first part is kept when a run fails, so that the next run can continue it.
package final class ContinuedFile: OutputFile {
  private let shown: String
  private let part: PartFile
  private let replaced: stat?
  private let sink: DescriptorSink
  private let continuation: Continuation
  private var verdict: Continuation.Verdict?
  private var state = State.untouched
  /// Why writing has stopped: a gap in the file would be worse than an early end.
  private var failure: DeliveryError?
  /// The number of bytes of a rest that may still arrive.
  private var room = Int.max
  /// A problem with the body that its head did not show.
  private var problem: ContinuationProblem?

  /// The state of the file.
  private enum State {
    /// The part from an earlier run is unchanged.
    case untouched
    /// The whole file is written again; a later run can continue it or not.
    case whole(isKept: Bool)
    /// The rest is appended to the existing part.
    case rest(end: Int, total: Int)
    /// The existing part was the whole file.
    case complete
    case refused
  }

  /// Opens the existing part.
  init(
    _ target: String, replaced: stat?, path: String, identity: String?
  ) throws(OutputFileProblem) {
    shown = path
    self.replaced = replaced
    part = try PartFile(of: target, shown: path)
    sink = DescriptorSink(part.descriptor, path: part.path)
    continuation = Continuation(length: part.length, record: part.record, identity: identity)
  }

  deinit { if case .untouched = state, part.length == 0 { part.remove() } }

  package func applied(to request: OutgoingRequest) -> OutgoingRequest {
    continuation.applied(to: request)
  }

  package func judge(_ head: ResponseHead, of call: Call) -> ResponseHead {
    let verdict = continuation.verdict(on: head)
    self.verdict = verdict
    if case .refused = verdict, head.status == 416 { state = .refused }
    guard head.status == 206 || verdict == .complete, call.endpoint.expectation.accepts(200) else {
      return head
    }
    var judged = head
    judged.status = 200
    return judged
  }

  package func begin(_ head: ResponseHead, of call: Call) throws(Failure) -> Demand {
    switch verdict ?? continuation.verdict(on: head) {
    case .whole:
      let record = continuation.record(of: head, to: call)
      try check(part.begin(record))
      state = .whole(isKept: record != nil)
    case .rest(let end, let total):
      try check(part.seekEnd())
      room = end - continuation.length
      state = .rest(end: end, total: total)
    case .complete:
      state = .complete
      return .stop
    case .refused(let problem):
      state = .refused
      throw Failure(problem, path: shown)
    }
    return .more
  }

  package func write(_ bytes: Span<UInt8>) throws(DeliveryError) {
    if let failure { throw failure }
    room -= bytes.count
    if room < 0, case .rest(let end, _) = state {
      problem = .tooLong(end: end)
      state = .refused
      let error = DeliveryError.malformed("it is longer than announced")
      failure = error
      throw error
    }
    do {
      try sink.write(bytes)
    } catch {
      failure = error
      throw error
    }
  }

  package func flush() throws(DeliveryError) {
    if let failure { throw failure }
    do {
      try sink.flush()
    } catch {
      failure = error
      throw error
    }
  }

  package func keep() throws(Failure) {
    do { try flush() } catch { throw Failure(writing: error) }
    guard Signals.received == nil else { throw Failure(.interrupted, []) }
    if case .rest(let end, let total) = state {
      let length = part.length
      guard length == end, end == total else {
        throw Failure(.shortOfWhole(shown, has: length, total: total))
      }
    }
    let owner = replaced.map { (user: $0.st_uid, group: $0.st_gid) }
    let mode = FileOwner.restore(
      owner, of: part.descriptor,
      mode: replaced.map(FileOwner.mode(replacing:)) ?? FileOwner.newFileMode)
    try check(fchmod(part.descriptor, mode) == 0 && fsync(part.descriptor) == 0 ? 0 : errno)
    let code = part.replaceTarget()
    guard code == 0 else {
      throw Failure(.notKept(shown, reason: SystemError.words(for: code)))
    }
  }

  package func discard(after failure: Failure) -> Failure {
    try? flush()
    var failure = problem.map { Failure($0, path: shown) } ?? failure
    let length = part.length
    switch state {
    case .whole(isKept: true) where length > 0, .rest, .complete:
      failure.diagnostics.append(Message(kept: length, in: part.path))
      part.end()
    case .whole(isKept: false) where length > 0:
      failure.diagnostics.append(Message(nothingKeptOf: shown))
      part.remove()
    case .whole, .refused: part.remove()
    case .untouched: length > 0 ? part.end() : part.remove()
    }
    return failure
  }

  private func check(_ code: Int32) throws(Failure) {
    guard code == 0 else {
      throw Failure(
        writing: .output(.fileFailed(part.path, reason: SystemError.words(for: code))))
    }
  }
}
