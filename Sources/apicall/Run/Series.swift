import APICallBase
import APICallCurl
import APICallHTTP
import APICallRun
import APICallSpec
import APICallSystem
import Glibc

/// The calls of several files, over one loop, so that connections are used again.
///
/// All files are read and all calls made before the first is sent.
struct Series {
  private let settings: RunSettings
  private let workbench: Workbench
  private let channels: ReportChannels

  /// Prepares to run several files.
  ///
  /// - Throws: a ``Failure`` where the options do not fit several files, or reports go nowhere.
  init(_ settings: RunSettings, _ workbench: Workbench) throws(Failure) {
    self.settings = settings
    self.workbench = workbench
    try Self.checkFormat(settings, workbench.registry)
    try Self.checkFolder(settings, workbench.world.files)
    channels = try ReportChannels(settings, world: workbench.world)
  }

  /// Makes the calls.
  ///
  /// - Parameter loop: what they are sent on.
  /// - Throws: a ``Failure`` with the status of the first file that failed, in the order of the files.
  func perform(on loop: CurlLoop) throws(Failure) {
    let errands = try prepared()
    CurlLoop.keepFreedMemory()
    // It is used on this thread only, which is the loop's while that runs.
    nonisolated(unsafe) let queue = SeriesQueue(
      errands, settings: settings, workbench: workbench, channels: channels, loop: loop)
    try loop.run { () async throws(Failure) in try await queue.run() }
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

  /// Reads all files and makes all calls.
  ///
  /// The same file may come many times: it is read once, and where its calls are the same, one is
  /// made.
  private func prepared() throws(Failure) -> Recurring<Errand> {
    try checkOperands()
    let endpoints = try endpoints()
    let inputs = try SeriesInputs(settings.inputs, of: endpoints)
    var errands = Recurring<Errand>()
    var made: [Int?] = Array(repeating: nil, count: endpoints.distinct.count)
    try forEach(naming: { endpoints[$0].file }) { index throws(Failure) in
      let place = endpoints.order[index]
      if let errand = made[place] { return errands.append(again: errand) }
      let endpoint = endpoints.distinct[place]
      let errand = errands.append(
        try Errand(endpoint, inputs.given(to: endpoint), settings, workbench))
      if endpoint.makesSameCalls { made[place] = errand }
    }
    return errands
  }

  private func endpoints() throws(Failure) -> Recurring<Endpoint> {
    var endpoints = Recurring<Endpoint>()
    var known: [String: Int] = [:]
    try forEach { index throws(Failure) in
      let name = settings.endpoints[index]
      if let place = known[name] { return endpoints.append(again: place) }
      known[name] = endpoints.append(try workbench.endpoint(name, for: settings))
    }
    return endpoints
  }

  /// Tells what is no endpoint from one that is mistyped.
  private func checkOperands() throws(Failure) {
    var found: Set = [settings.endpoints[0]]
    for name in settings.endpoints where found.insert(name).inserted {
      do {
        _ = try workbench.library.path(of: name)
      } catch {
        guard error.status == .noInput, workbench.world.files.status(of: name) == nil,
          let slip = OperandSlips.failure(name, behind: settings.endpoints[0])
        else { continue }
        throw slip
      }
    }
  }

  /// Does something for each file; what is wrong with any of them is told at once.
  ///
  /// - Parameters:
  ///   - file: the name that messages without a place begin with; nil where they need none.
  ///   - work: what to do.
  /// - Throws: a ``Failure`` with all that is wrong, and the status of the first file.
  private func forEach(
    naming file: ((Int) -> String)? = nil, _ work: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    var failures: [(index: Int, failure: Failure)] = []
    for index in settings.endpoints.indices {
      do throws(Failure) {
        try work(index)
      } catch {
        guard Signals.first == nil else { throw error }
        failures.append((index, error))
      }
    }
    guard !failures.isEmpty else { return }
    var report = ProblemReport(on: settings.endpoints)
    for (index, failure) in failures {
      try tell(failure, of: index)
      // A mistake in an option is the same for all, and told once.
      let name = failure.status == .usage ? nil : file?(index)
      report.add(name.map { failure.named($0) } ?? failure, of: settings.endpoints[index])
    }
    try report.finish(counts: false)
  }

  /// Tells those who read events and envelopes of a call that there will not be.
  private func tell(_ failure: Failure, of index: Int) throws(Failure) {
    let reports = channels.reports(of: index + 1)
    reports.tell(.started(RunStart(file: settings.endpoints[index])))
    reports.tell(.finished(RunEnd(failure)))
    guard settings.output.isEnvelope else { return }
    let printer = try EnvelopePrinter(
      OutputRules(settings.output.envelope, in: .here), registry: workbench.registry,
      output: DescriptorSink(STDOUT_FILENO))
    do {
      try printer.report(failure)
    } catch {
      // Another status is that of the output, which takes no more.
      if error.status != failure.status { throw error }
    }
  }
}
