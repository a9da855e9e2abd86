package import APICallBase
package import APICallReports
import APICallResponses
package import APICallSafety
import APICallText

extension Report {
  /// The report of the calls of `apicall run`: each is a case.
  package init(
    _ log: CallLog, of file: (Int?) -> String, typedAs arguments: [String],
    maskedBy redactor: Redactor, endingWith failure: Failure?
  ) {
    let arguments = arguments.map { ShellWord(redactor.masking($0)).text }
    let command = (["apicall", "run"] + arguments).joined(separator: " ")
    var suites: [ReportSuite] = []
    var counts: [String: Int] = [:]
    // Parallel calls begin in any order.
    let entries = log.entries.enumerated().sorted {
      ($0.element.order ?? 0, $0.offset) < ($1.element.order ?? 0, $1.offset)
    }
    for (_, entry) in entries {
      let file = file(entry.order)
      if suites.last?.file != file { suites.append(ReportSuite(file)) }
      let own = entry.place.text ?? "call"
      counts["\(file)\n\(own)", default: 0] += 1
      let count = counts["\(file)\n\(own)"] ?? 1
      let name = count == 1 ? own : "\(own) (\(count))"
      suites[suites.count - 1].cases.append(
        ReportCase(
          entry, named: name, in: file, by: command, maskedBy: redactor, ending: failure))
    }
    self.init(.run, suites, status: failure?.status ?? .success)
    self.arguments = arguments
    let told = Set(log.entries.flatMap { $0.failure?.diagnostics.map(\.message) ?? [] })
    if let failure, told.isDisjoint(with: failure.diagnostics.map(\.message)) {
      problems = failure.diagnostics.map { $0.masked(by: redactor) }
    }
    if log.leftOut > 0, let last = suites.last {
      let name = "\(log.leftOut) more calls"
      self.suites[suites.count - 1].cases.append(
        ReportCase(
          name, id: "\(last.file)::\(name)", at: nil,
          .skipped("a report has at most \(log.entries.count) calls"), command: command))
    }
  }
}

extension ReportCase {
  fileprivate init(
    _ entry: CallLog.Entry, named name: String, in file: String, by command: String,
    maskedBy redactor: Redactor, ending failure: Failure?
  ) {
    var found = entry.failure?.diagnostics ?? []
    // The failure of the run also says in which step it came.
    if let whole = failure?.diagnostics, let first = found.first,
      whole.contains(where: { $0.message == first.message })
    {
      found = whole
    }
    let diagnostics = found.map { $0.masked(by: redactor) }
    let verdict: Verdict
    if let failure = entry.failure {
      verdict =
        failure.status.isJudgement
        ? .failed(diagnostics) : .broken(Failure(failure.status, diagnostics))
    } else {
      verdict = .passed
    }
    self.init(
      name, id: "\(file)::\(name)", at: Self.place(of: diagnostics), verdict, command: command)
    if let start = entry.start, let end = entry.end { duration = end - start }
    steps = [entry.step(isAlone: true)]
  }

  private static func place(of diagnostics: [Message]) -> SourcePlace? {
    diagnostics.lazy.compactMap { $0.place ?? $0.notes.first.map { SourcePlace($0.mark) } }.first
  }
}

extension CallLog {
  package func steps(showingBodies showsBodies: Bool) -> [ReportStep] {
    entries.map { entry in
      var step = entry.step()
      if !showsBodies { step.exchanges = step.exchanges.map(\.withoutBodies) }
      return step
    }
  }
}

extension CallLog.Entry {
  func step(isAlone: Bool = false) -> ReportStep {
    ReportStep(
      failure == nil ? .passed : .failed,
      label: place.path.isEmpty ? nil : place.path.joined(separator: "/"),
      iteration: place.iteration,
      exchanges.map {
        var exchange = $0
        if isAlone, let begin = start { exchange.start? -= begin }
        return exchange
      })
  }
}

extension ReportExchange {
  /// The exchange without the bytes of its bodies, whose sizes stay.
  fileprivate var withoutBodies: ReportExchange {
    var exchange = self
    exchange.body = body.map { ReportBody([], mediaType: $0.mediaType, size: $0.size) }
    exchange.response?.body = response?.body.map {
      ReportBody([], mediaType: $0.mediaType, size: $0.size)
    }
    return exchange
  }
}
