package import APICallReports
import APICallResponses

extension CallLog {
  /// The calls as the steps of a report.
  ///
  /// Returns the steps, in the order in which they began.
  package func steps(showingBodies showsBodies: Bool) -> [ReportStep] {
    entries.map { entry in
      var step = entry.step()
      if !showsBodies { step.exchanges = step.exchanges.map(\.withoutBodies) }
      return step
    }
  }
}

extension CallLog.Entry {
  /// The call as a step of a report.
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
