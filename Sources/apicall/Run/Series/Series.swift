import APICallCore
import APICallCurl
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
    guard let path = settings.output.saving?.path, !path.hasSuffix("/"),
      files.status(of: path)?.kind != .folder
    else { return }
    throw Failure(
      .usage, "--output: '\(path)' is not a folder, and \(settings.endpoints.count) files are run",
      hint: "name a folder: each answer is saved in it under a name of its own")
  }

  // MARK: Before anything is sent

  /// Reads all files and makes all calls.
  private func prepared() throws(Failure) -> [Errand] {
    try checkOperands()
    // The same file may come many times.
    var known: [String: Endpoint] = [:]
    let endpoints = try collect { index throws(Failure) in
      let name = settings.endpoints[index]
      if let endpoint = known[name] { return endpoint }
      let endpoint = try workbench.endpoint(name, for: settings)
      known[name] = endpoint
      return endpoint
    }
    let inputs = try SeriesInputs(settings.inputs, of: endpoints)
    return try collect(naming: endpoints.map(\.file)) { index throws(Failure) in
      let endpoint = endpoints[index]
      return try Errand(endpoint, inputs.given(to: endpoint), settings, workbench)
    }
  }

  /// Tells what is no endpoint from one that is mistyped.
  private func checkOperands() throws(Failure) {
    for name in settings.endpoints.dropFirst() {
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
  ///   - files: the names that messages without a place begin with; none where they need none.
  ///   - work: what to do.
  /// - Returns: what came of it, in the order of the files.
  /// - Throws: a ``Failure`` with all that is wrong, and the status of the first file.
  private func collect<Element>(
    naming files: [String] = [], _ work: (Int) throws(Failure) -> Element
  ) throws(Failure) -> [Element] {
    var elements: [Element] = []
    var failures: [(index: Int, failure: Failure)] = []
    for index in settings.endpoints.indices {
      do throws(Failure) {
        elements.append(try work(index))
      } catch {
        guard Signals.received == nil else { throw error }
        failures.append((index, error))
      }
    }
    guard !failures.isEmpty else { return elements }
    var report = ProblemReport(on: settings.endpoints)
    for (index, failure) in failures {
      try tell(failure, of: index)
      // A mistake in an option is the same for all, and told once.
      let isNamed = failure.status != .usage && !files.isEmpty
      report.add(
        isNamed ? failure.named(files[index]) : failure, of: settings.endpoints[index])
    }
    try report.finish(counts: false)
    return elements
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
