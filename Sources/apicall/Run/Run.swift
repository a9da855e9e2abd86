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
    // All that calls are made with is made in there, and stays there.
    try loop.run { () async throws(Failure) in try await perform(on: loop) }
  }

  private func perform(on loop: CurlLoop) async throws(Failure) {
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
      CurlLoop.keepFreedMemory()
      try await ScriptJob.run(script, settings, workbench, channels)
    case .calls(let jobs):
      if jobs.count > 1 { CurlLoop.keepFreedMemory() }
      try await Series(jobs, settings: settings, workbench: workbench, channels: channels).run()
    }
  }
}
