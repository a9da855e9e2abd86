import APICallBase
import APICallResponses
import APICallRun
import APICallSafety
import APICallScripts
import APICallSystem
import Glibc

/// One call of a series: sends it and prints its response.
final class SeriesCall: PoolItem {
  private let index: Int
  private let series: Series
  /// The output of the call; if calls run in parallel, it is held back until the call's turn.
  private let streams: OutputStreams

  init(_ index: Int, in series: Series) {
    self.index = index
    self.series = series
    let (output, errors) = (series.output, StandardErrorSink())
    streams =
      series.parallel > 1
      ? OutputStreams(output: WaitingSink(output), error: WaitingSink(errors))
      : OutputStreams(output: output, error: errors)
  }

  func begin() { series.progress?.note(.iteration(.begun), at: StepPlace(path: [])) }

  func takeTurn() -> Failure? {
    do throws(DeliveryError) {
      let trail = series.environment.world.trail
      try? (streams.error as? WaitingSink)?.takeTurn { trail.redactor(besides: []) }
      try (streams.output as? WaitingSink)?.takeTurn()
      return nil
    } catch {
      return Failure(writing: error)
    }
  }

  func perform() async -> Failure? {
    let failure = await performCall()
    series.progress?.note(
      .iteration(failure == nil ? .done : .failed), at: StepPlace(path: []))
    return failure
  }

  private func performCall() async -> Failure? {
    let job = series.jobs[index]
    var context = series.context
    if series.jobs.count > 1 {
      context = context.changed {
        $0.observers = series.observers(of: index + 1)
      }
    }
    if series.settings.reports.isVerbose { try? streams.error.write(job.notes) }
    var file: (any OutputFile)?
    do throws(Failure) {
      try await CallRun.perform(
        job.maker, sending: job.call, at: StepPlace(path: []), in: context, errors: streams.error,
        inputs: { () throws(Failure) in job.inputs },
        opening: { (call) throws(Failure) in
          guard let saving = series.settings.output.saving else {
            return (OutputRules(job.asked, in: .here), streams)
          }
          if saving.continues, job.call == nil { try Continuation.check(call) }
          let opened = try saving.open(
            for: &call, asked: job.asked, in: series.environment.world)
          file = opened
          return (
            OutputRules(job.asked, in: opened.context),
            OutputStreams(file: opened, error: streams.error)
          )
        },
        notingUnshown: { failure in
          guard series.settings.output.isEnvelope else { return }
          try? series.environment.envelopePrinter(to: streams.output).report(failure)
        })
    } catch {
      return error
    }
    if let path = file?.chosenPath {
      try? streams.error.write(Message("saved as '\(path)'").text)
      try? streams.error.flush()
    }
    return nil
  }

  func finish(_ failure: Failure?) throws(Failure) {
    if let failure { try series.note(failure, of: index) }
  }
}
