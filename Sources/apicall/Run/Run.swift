import APICallBase
import APICallCurl
import APICallRun
import APICallSpec
import APICallSystem
import Glibc

/// Makes the calls of the files that are named, and prints their answers.
struct Run {
  let settings: RunSettings

  func perform() throws(Failure) {
    let interruption = Interruption.bySignals()
    let loop = CurlLoop(interruption: interruption)
    let workbench = Workbench(
      loop: loop, connection: settings.connection, fileRoots: settings.fileRoots,
      mishap: settings.mishap, refusesDuplicates: settings.series.refusesDuplicates,
      assignments: settings.assignments, allowances: settings.allowances,
      reportsPlugins: settings.reports.isVerbose,
      session: (settings.session, settings.endpoints[0]))
    guard settings.endpoints.count == 1 else {
      return try Series(settings, workbench).perform(on: loop)
    }
    let channels = try ReportChannels(settings, world: workbench.world)
    let reports = channels.reports()
    try reports.reporting { () throws(Failure) in
      var script: Script?
      let errand = try inEnvelope(workbench.registry) { () throws(Failure) -> Errand? in
        let name = settings.endpoints[0]
        switch try reports.starting(
          name,
          { () throws(Failure) in
            try workbench.runnable(name, for: settings)
          })
        {
        case .endpoint(let endpoint):
          return try Errand(endpoint, settings.inputs, settings, workbench)
        case .script(let found):
          script = found
          return nil
        }
      }
      if let script {
        return try ScriptErrand(script, settings, workbench).run(settings, channels, on: loop)
      }
      guard let errand else { return }
      if settings.reports.isVerbose { StandardStreams.report(errand.notes) }
      try perform(errand, on: loop, workbench, channels, reports)
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
    _ errand: Errand, on loop: CurlLoop, _ workbench: Workbench, _ channels: ReportChannels,
    _ reports: RunReports
  ) throws(Failure) {
    // They are told on this thread only, before, during and after the loop.
    nonisolated(unsafe) let (channels, observers) = (channels, reports.observers)
    try loop.run { [settings] () async throws(Failure) in
      try await errand.run(
        settings, workbench, output: DescriptorSink(STDOUT_FILENO), errors: StandardErrorSink(),
        observers: observers, ofNeeded: channels.observers(of: nil))
    }
  }
}
