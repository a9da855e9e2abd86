import APICallBase
import APICallCurl
import APICallRun
import APICallSpec
import APICallSystem
import Glibc

/// Sends several calls, so many at a time; what each writes comes in the order of the files.
///
/// All of it happens on the loop's thread.
final class SeriesQueue {
  /// One call that is under way, and where it writes to.
  private struct Place {
    let output = WaitingSink(DescriptorSink(STDOUT_FILENO))
    let errors = WaitingSink(StandardErrorSink())
    var task: Task<Failure?, Never>?
  }

  private let settings: RunSettings
  private let workbench: Workbench
  private let channels: ReportChannels
  private let loop: CurlLoop
  private let errands: Recurring<Errand>
  /// Nil for a call that has not begun, and for one whose turn is over.
  private var places: [Place?]
  /// The next call to begin.
  private var next = 0
  /// The number of calls that may still begin, counted from the first: those behind one that failed
  /// may not, unless they are to.
  private var end: Int

  init(
    _ errands: Recurring<Errand>, settings: RunSettings, workbench: Workbench,
    channels: ReportChannels, loop: CurlLoop
  ) {
    self.errands = errands
    places = Array(repeating: nil, count: errands.count)
    end = errands.count
    self.settings = settings
    self.workbench = workbench
    self.channels = channels
    self.loop = loop
  }

  /// Sends all calls and waits for them.
  ///
  /// - Throws: the ``Failure`` of the first file that failed; its diagnostics have been told where
  ///   others were run after it.
  func run() async throws(Failure) {
    for _ in 0..<settings.series.jobs { begin() }
    var first: Failure?
    for index in places.indices {
      guard index < end, let place = places[index], let task = place.task else { break }
      var failure = takeTurn(place)
      if failure != nil { task.cancel() }
      let outcome = await task.value
      failure = failure ?? outcome
      // Sinks and what is known of a call are gone with its turn.
      places[index] = nil
      guard let failure = failure?.named(errands[index].endpoint.file) else { continue }
      guard settings.series.keepsGoing, !failure.endsAll else {
        stop(behind: index)
        for later in places[(index + 1)...] { _ = await later?.task?.value }
        throw first.map { Failure(failure.endsAll ? failure.status : $0.status, []) } ?? failure
      }
      StandardStreams.report(failure.diagnostics, color: settings.output.color)
      first = first ?? failure
    }
    if let first { throw Failure(first.status, []) }
  }

  /// Lets a call write.
  ///
  /// - Returns: what went wrong with what it has written already, if anything did.
  private func takeTurn(_ place: Place) -> Failure? {
    do throws(DeliveryError) {
      try? place.errors.takeTurn()
      try place.output.takeTurn()
      return nil
    } catch {
      return Failure(writing: error)
    }
  }

  /// Begins the next call, if there is one left.
  private func begin() {
    guard next < end else { return }
    let index = next
    next += 1
    // It is used on the loop's thread only, as this is.
    nonisolated(unsafe) let queue = self
    var place = Place()
    nonisolated(unsafe) let (output, errors) = (place.output, place.errors)
    place.task = Task(executorPreference: loop) {
      let failure = await queue.send(index, output: output, errors: errors)
      queue.ended(index, failure)
      return failure
    }
    places[index] = place
  }

  private func send(
    _ index: Int, output: WaitingSink, errors: WaitingSink
  ) async -> Failure? {
    let errand = errands[index]
    let endpoint = errand.endpoint
    let reports = channels.reports(of: index + 1) { text in
      try? errors.write(text)
      try? errors.flush()
    }
    reports.tell(.started(RunStart(file: endpoint.file, summary: endpoint.summary)))
    if settings.reports.isVerbose { try? errors.write(errand.notes) }
    var failure: Failure?
    do throws(Failure) {
      try await errand.run(
        settings, workbench, output: output, errors: errors,
        observers: reports.observers, ofNeeded: channels.observers(of: index + 1))
    } catch {
      failure = error
    }
    reports.tell(.finished(RunEnd(failure, signal: Signals.first)))
    return failure
  }

  private func ended(_ index: Int, _ failure: Failure?) {
    if let failure, !settings.series.keepsGoing || failure.endsAll { stop(behind: index) }
    begin()
  }

  /// Begins nothing behind a call any more, and gives up what is under way there.
  private func stop(behind index: Int) {
    end = min(end, index + 1)
    for later in places[(index + 1)...] { later?.task?.cancel() }
  }
}
