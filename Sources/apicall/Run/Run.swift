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
    try RunFiles.check(settings, workbench)
    let channels = try ReportChannels(settings, world: workbench.world)
    switch try RunFiles(settings, workbench, channels).prepared() {
    case .script(let script):
      try ScriptJob.run(script, settings, workbench, channels, on: loop)
    case .calls(let jobs):
      if jobs.count > 1 { CurlLoop.keepFreedMemory() }
      // It is used on this thread only, which is the loop's while that runs.
      nonisolated(unsafe) let series = Series(
        jobs, settings: settings, workbench: workbench, channels: channels)
      try loop.run { () async throws(Failure) in try await series.run() }
    }
  }
}
