import APICallBase
import APICallContracts
import APICallModel
import APICallReading
import APICallRequests
import APICallResponses
import APICallRun
import APICallSystem
import APICallText

/// The files to run: all are read, and all calls created, before the first is sent.
struct RunFiles {
  /// The content of the files.
  enum Found {
    case calls(RepeatingList<EndpointSpec>)
    /// A script, which is run on its own.
    case script(ScriptSpec)
  }

  let environment: CommandEnvironment
  let channels: ReportChannels
  private var settings: RunSettings { environment.settings }
  private var areMany: Bool { settings.endpoints.count > 1 }

  static func check(_ environment: CommandEnvironment) throws(Failure) {
    let settings = environment.settings
    guard settings.endpoints.count > 1 else { return }
    try checkFormat(settings, environment.registry)
    try checkFolder(settings, environment.world.files)
  }

  private static func checkFormat(_ settings: RunSettings, _ registry: Registry) throws(Failure) {
    guard let format = settings.output.format else { return }
    let count = settings.endpoints.count
    switch try registry.formatter(named: format).layout {
    case .document:
      throw Failure(
        .usage, "'\(format)' prints one document, but \(count) files are run",
        hint: "--format ndjson prints each value on a separate line")
    case .assignments:
      throw Failure(
        .usage, "'\(format)' would assign the same variables for each of \(count) files",
        hint: "run the files one at a time, or use --format lines")
    case .values, .records: break
    }
  }

  private static func checkFolder(
    _ settings: RunSettings, _ files: any FileSystem
  ) throws(Failure) {
    guard let path = settings.output.saving?.path, !path.ends(with: "/"),
      files.status(of: path)?.kind != .folder
    else { return }
    throw Failure(
      .usage, "--output: '\(path)' is not a folder, but \(settings.endpoints.count) files are run",
      hint: "name a folder: each response is saved in it under a separate name")
  }

  // MARK: Before anything is sent

  /// Reads all files; a repeated file is read once.
  func read() throws(Failure) -> Found {
    if settings.output.isEnvelope { _ = try environment.envelopePrinter() }
    if areMany { try checkOperands() }
    var script: ScriptSpec?
    var endpoints = RepeatingList<EndpointSpec>()
    var known: [String: Int] = [:]
    var failures = Failures()
    for (index, name) in settings.endpoints.enumerated() {
      do throws(Failure) {
        if areMany, let place = known[name] {
          endpoints.append(again: place)
          continue
        }
        switch try environment.runnable(name) {
        case .endpoint(let endpoint):
          let place = endpoints.append(endpoint)
          // The first dictionary of a run takes a tenth of the time of a call.
          if areMany { known[name] = place }
        case .script(let found) where !areMany: script = found
        case .script(let found):
          throw Failure(
            .usage, "'\(found.file)' is a script and cannot be run with other files",
            hint: "run it on its own, or call it from a script")
        }
      } catch {
        try note(error, of: index, in: &failures)
      }
    }
    try tell(failures)
    return script.map { .script($0) } ?? .calls(endpoints)
  }

  /// Creates all calls; a repeated file with the same call each time gets one.
  func jobs(of endpoints: RepeatingList<EndpointSpec>) throws(Failure) -> RepeatingList<CallJob> {
    let inputs = areMany ? try SharedInputs(settings.inputs, of: endpoints) : nil
    var jobs = RepeatingList<CallJob>()
    var made = areMany ? [Int?](repeating: nil, count: endpoints.distinct.count) : []
    var failures = Failures()
    do throws(Failure) {
      let files = endpoints.distinct.map { Runnable.endpoint($0) }
      try environment.close(over: files)
      environment.warnOfUnusedConnection(by: files)
    } catch {
      try note(error, of: 0, in: &failures)
    }
    try tell(failures, endpoints)
    let stored = endpoints.distinct.flatMap(\.storedNames)
    for (index, place) in endpoints.order.enumerated() {
      if areMany, let job = made[place] {
        jobs.append(again: job)
        continue
      }
      let endpoint = endpoints.distinct[place]
      do throws(Failure) {
        let job = jobs.append(
          try CallJob(
            endpoint, inputs?.given(to: endpoint) ?? settings.inputs, environment,
            after: index > 0 ? stored : []))
        if areMany, endpoint.makesSameCalls { made[place] = job }
      } catch {
        try note(error, of: index, in: &failures)
      }
    }
    try tell(failures, endpoints)
    return jobs
  }

  private func checkOperands() throws(Failure) {
    var found: Set = [settings.endpoints[0]]
    for name in settings.endpoints where found.insert(name).inserted {
      do {
        _ = try environment.library.path(of: name)
      } catch {
        guard error.status == .noInput, environment.world.files.status(of: name) == nil,
          let slip = OperandSlips.failure(
            name, after: settings.endpoints[0], with: inputs(of: settings.endpoints[0]))
        else { continue }
        throw slip
      }
    }
  }

  /// The names of the inputs of a file, the required ones first.
  private func inputs(of name: String) -> [String] {
    let inputs = (try? environment.runnable(name))?.head.inputs ?? []
    return (inputs.filter(\.isRequired) + inputs.filter { !$0.isRequired }).map(\.name)
  }

  private typealias Failures = [(index: Int, failure: Failure)]

  /// Collects the failure of a file, to be reported with the others; after a signal, throws it.
  private func note(
    _ failure: Failure, of index: Int, in failures: inout Failures
  ) throws(Failure) {
    guard Signals.first == nil || !areMany else { throw failure }
    failures.append((index, failure))
  }

  private func tell(
    _ failures: Failures, _ endpoints: RepeatingList<EndpointSpec>? = nil
  ) throws(Failure) {
    guard !failures.isEmpty else { return }
    var report = ProblemReport(on: settings.endpoints)
    for (index, failure) in failures {
      try tell(failure, of: index, endpoints?[index])
      guard areMany else { throw failure }
      // An error in an option is the same for all files, and is reported once.
      let name = failure.status == .usage ? nil : endpoints?[index].file
      report.add(name.map { failure.named($0) } ?? failure, of: settings.endpoints[index])
    }
    try report.finish(counts: false)
  }

  /// Reports in events and the envelope a call that is not made.
  private func tell(_ failure: Failure, of index: Int, _ endpoint: EndpointSpec?) throws(Failure) {
    let reports = channels.reports(of: areMany ? index + 1 : nil)
    let start = RunStart(
      file: endpoint?.file ?? settings.endpoints[index], summary: endpoint?.summary)
    reports.tell(.started(start))
    reports.tell(.finished(RunEnd(failure, signal: Signals.first)))
    guard settings.output.isEnvelope else { return }
    do {
      try environment.envelopePrinter().report(failure)
    } catch {
      // Another status means that the output can no longer be written to.
      if !areMany || error.status != failure.status { throw error }
    }
  }
}
