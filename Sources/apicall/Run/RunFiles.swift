import APICallBase
import APICallCurl
import APICallHTTP
import APICallRun
import APICallScripts
import APICallSpec
import APICallSystem

/// The files that are run: all of them are read and all calls made before the first is sent.
struct RunFiles {
  /// What they are.
  enum Found {
    case calls(Recurring<Endpoint>)
    /// A script, which is run by itself.
    case script(Script)
  }

  private let settings: RunSettings
  private let environment: CommandEnvironment
  private let channels: ReportChannels
  /// Whether there are several.
  private var areMany: Bool { settings.endpoints.count > 1 }

  /// Prepares to run files.
  ///
  /// - Throws: a ``Failure`` where the options do not fit them.
  init(
    _ settings: RunSettings, _ environment: CommandEnvironment, _ channels: ReportChannels
  ) throws(Failure) {
    self.settings = settings
    self.environment = environment
    self.channels = channels
    if settings.output.isEnvelope { _ = try environment.envelopePrinter(for: settings) }
  }

  /// Tells what the options ask of several files that only one can do.
  ///
  /// - Throws: a ``Failure`` that says so.
  static func check(_ settings: RunSettings, _ environment: CommandEnvironment) throws(Failure) {
    guard settings.endpoints.count > 1 else { return }
    try checkFormat(settings, environment.registry)
    try checkFolder(settings, environment.world.files)
  }

  /// What prints one document has no second one behind it.
  private static func checkFormat(
    _ settings: RunSettings, _ registry: Registry
  ) throws(Failure) {
    guard let format = settings.output.format else { return }
    let count = settings.endpoints.count
    switch try registry.formatter(named: format).layout {
    case .document:
      throw Failure(
        .usage, "'\(format)' is one document, and \(count) files are run",
        hint: "--format ndjson prints each value on a line of its own")
    case .assignments:
      throw Failure(
        .usage, "'\(format)' would assign the same variables for each of \(count) files",
        hint: "run the files one at a time, or print with --format lines")
    case .values, .records: break
    }
  }

  /// What is saved of several files needs a name for each.
  private static func checkFolder(
    _ settings: RunSettings, _ files: any FileSystem
  ) throws(Failure) {
    guard let path = settings.output.saving?.path, !path.ends(with: "/"),
      files.status(of: path)?.kind != .folder
    else { return }
    throw Failure(
      .usage, "--output: '\(path)' is not a folder, and \(settings.endpoints.count) files are run",
      hint: "name a folder: each answer is saved in it under a name of its own")
  }

  // MARK: Before anything is sent

  /// Reads all files; one that comes many times is read once.
  ///
  /// - Throws: a ``Failure`` with all that is wrong, and the status of the first file.
  func read() throws(Failure) -> Found {
    if areMany { try checkOperands() }
    var script: Script?
    var endpoints = Recurring<Endpoint>()
    var known: [String: Int] = [:]
    var failures = Failures()
    for (index, name) in settings.endpoints.enumerated() {
      do throws(Failure) {
        if areMany, let place = known[name] {
          endpoints.append(again: place)
          continue
        }
        switch try environment.runnable(name, for: settings) {
        case .endpoint(let endpoint):
          let place = endpoints.append(endpoint)
          // The first dictionary of a run costs as much as a tenth of a call.
          if areMany { known[name] = place }
        case .script(let found) where !areMany: script = found
        case .script(let found):
          throw Failure(
            .usage, "'\(found.file)' is a script, and not run with other files",
            hint: "run it by itself, or call it from a script")
        }
      } catch {
        try note(error, of: index, in: &failures)
      }
    }
    try tell(failures)
    return script.map { .script($0) } ?? .calls(endpoints)
  }

  /// Makes all calls; where those of a file that comes many times are the same, one is made.
  ///
  /// - Throws: a ``Failure`` with all that is wrong, and the status of the first file.
  func jobs(of endpoints: Recurring<Endpoint>) throws(Failure) -> Recurring<CallJob> {
    let inputs = areMany ? try SharedInputs(settings.inputs, of: endpoints) : nil
    var jobs = Recurring<CallJob>()
    var made = areMany ? [Int?](repeating: nil, count: endpoints.distinct.count) : []
    var failures = Failures()
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
            endpoint, inputs?.given(to: endpoint) ?? settings.inputs, settings, environment,
            isLater: index > 0 && endpoint.usesSecrets(among: stored)))
        if areMany, endpoint.makesSameCalls { made[place] = job }
      } catch {
        try note(error, of: index, in: &failures)
      }
    }
    try tell(failures, endpoints)
    return jobs
  }

  /// Tells what is no endpoint from one that is mistyped.
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
    let inputs = (try? environment.runnable(name, for: settings))?.head.inputs ?? []
    return (inputs.filter(\.isRequired) + inputs.filter { !$0.isRequired }).map(\.name)
  }

  /// What is wrong with files, each by its place among them.
  private typealias Failures = [(index: Int, failure: Failure)]

  /// Notes what is wrong with a file, so that it is told with the others; a signal ends all of it.
  private func note(
    _ failure: Failure, of index: Int, in failures: inout Failures
  ) throws(Failure) {
    guard Signals.first == nil || !areMany else { throw failure }
    failures.append((index, failure))
  }

  /// Tells all that is wrong.
  ///
  /// - Parameters:
  ///   - failures: what is wrong.
  ///   - endpoints: the files, once they have been read.
  /// - Throws: a ``Failure`` with the status of the first one.
  private func tell(
    _ failures: Failures, _ endpoints: Recurring<Endpoint>? = nil
  ) throws(Failure) {
    guard !failures.isEmpty else { return }
    var report = ProblemReport(on: settings.endpoints)
    for (index, failure) in failures {
      try tell(failure, of: index, endpoints?[index])
      guard areMany else { throw failure }
      // A mistake in an option is the same for all, and told once.
      let name = failure.status == .usage ? nil : endpoints?[index].file
      report.add(name.map { failure.named($0) } ?? failure, of: settings.endpoints[index])
    }
    try report.finish(counts: false)
  }

  /// Tells those who read events and envelopes of a call that there will not be.
  private func tell(_ failure: Failure, of index: Int, _ endpoint: Endpoint?) throws(Failure) {
    let reports = channels.reports(of: areMany ? index + 1 : nil)
    let start = RunStart(
      file: endpoint?.file ?? settings.endpoints[index], summary: endpoint?.summary)
    reports.tell(.started(start))
    reports.tell(.finished(RunEnd(failure, signal: Signals.first)))
    guard settings.output.isEnvelope else { return }
    do {
      try environment.envelopePrinter(for: settings).report(failure)
    } catch {
      // Another status is that of the output, which takes no more.
      if !areMany || error.status != failure.status { throw error }
    }
  }
}
