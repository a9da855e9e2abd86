import APICallCore
import APICallCurl
import APICallSystem
import Glibc

/// Makes a call and prints its answer.
struct Run {
  let settings: RunSettings

  func perform() throws(Failure) {
    let interruption = Signals.install().map { descriptor in
      Interruption(descriptor: descriptor) { Signals.received != nil }
    }
    let loop = CurlLoop(interruption: interruption)
    let workbench = Workbench(loop: loop, fileRoots: settings.fileRoots)
    let reports = try RunReports(settings, world: workbench.world)
    try reports.reporting { () throws(Failure) in
      let errand = try inEnvelope(workbench.registry) { () throws(Failure) in
        try Errand(settings, workbench, reports)
      }
      if settings.reports.isVerbose {
        StandardStreams.report(WithheldFields(of: errand.call).note)
        StandardStreams.report(ClearTextNote.text(of: errand.call))
      }
      try perform(errand, on: loop, workbench, reports)
    }
  }

  /// Does what may fail before there is a call: the envelope says so, where one is asked for.
  private func inEnvelope<Result>(
    _ registry: Registry, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard settings.output.isEnvelope else { return try work() }
    // What is wrong with the command line is told before all else, and in no envelope.
    let printer = try EnvelopePrinter(
      OutputRules(settings.output.envelope, in: .here), registry: registry,
      output: DescriptorSink(STDOUT_FILENO))
    do throws(Failure) {
      return try work()
    } catch {
      try printer.report(error)
    }
  }

  private func perform(
    _ errand: Errand, on loop: CurlLoop, _ workbench: Workbench, _ reports: RunReports
  ) throws(Failure) {
    let (registry, world) = (workbench.registry, workbench.world)
    let saving = settings.output.saving
    // They are told on this thread only, before, during and after the loop.
    nonisolated(unsafe) let observers = reports.observers
    try loop.run { () async throws(Failure) in
      var call = errand.call
      var rules = OutputRules(errand.asked, in: .here)
      let errors = StandardErrorSink()
      var streams = OutputStreams(output: DescriptorSink(STDOUT_FILENO), error: errors)
      if let saving {
        let file = try saving.open(for: &call, in: world)
        rules = OutputRules(errand.asked, in: file.surroundings)
        streams = OutputStreams(file: file, error: errors)
      }
      let pipeline = Pipeline(
        registry: registry, rules: rules, streams: streams, world: world,
        observers: observers)
      try await pipeline.run(call, with: errand.requester)
      if let path = streams.file?.chosenPath {
        StandardStreams.report(Diagnostic("saved as '\(path)'").text)
      }
    }
  }
}
