package import APICallBase
import APICallHTTP
package import APICallReports
import APICallRun

extension CallLog {
  /// The calls as the steps of a report.
  ///
  /// - Parameters:
  ///   - redactor: masks the secrets of the run.
  ///   - showsBodies: whether bodies are in the report.
  /// - Returns: the steps, in the order in which they began.
  package func steps(maskedBy redactor: Redactor, showingBodies showsBodies: Bool) -> [ReportStep] {
    entries.map { $0.step(maskedBy: redactor, showingBodies: showsBodies) }
  }
}

extension CallLog.Entry {
  /// The call as a step of a report.
  ///
  /// - Parameters:
  ///   - redactor: masks the secrets of the run.
  ///   - showsBodies: whether bodies are in the report.
  ///   - isAlone: whether it is the only one of its case, so that times begin with it.
  /// - Returns: the step.
  func step(
    maskedBy redactor: Redactor, showingBodies showsBodies: Bool, isAlone: Bool = false
  ) -> ReportStep {
    ReportStep(
      failure == nil ? .passed : .failed,
      label: place.path.isEmpty ? nil : place.path.joined(separator: "/"),
      iteration: place.iteration,
      exchanges.map {
        var exchange = ReportExchange(
          $0, of: call, maskedBy: redactor, showingBodies: showsBodies)
        if isAlone, let begin = start { exchange.start? -= begin }
        return exchange
      })
  }
}

extension ReportExchange {
  /// The most bytes of a body in a report.
  private static let longestBody = 64 << 10

  /// Creates an exchange of a report.
  fileprivate init(
    _ exchange: LoggedExchange, of call: Call, maskedBy redactor: Redactor,
    showingBodies showsBodies: Bool
  ) {
    let request = exchange.request
    self.init(
      request.method, redactor.masking(request.url.text.masked),
      headers: request.headers.map {
        ReportField($0.name, redactor.masking($0.shownValue))
      })
    func body(_ body: TappedExchange.Body, size: Int?, _ type: String?) -> ReportBody? {
      let type = type.map { redactor.masking($0) }
      switch body {
      case .bytes(let bytes) where bytes.isEmpty: return nil
      case .bytes(let bytes):
        guard showsBodies, let text = String(validating: bytes, as: UTF8.self) else {
          return ReportBody([], mediaType: type, size: bytes.count)
        }
        let masked = Array(redactor.masking(text).utf8)
        guard masked.count > Self.longestBody else { return ReportBody(masked, mediaType: type) }
        return ReportBody(
          Array(masked.prefix(Self.longestBody)), mediaType: type, size: masked.count)
      case .tooLong, .unrepeatable:
        return size.map { ReportBody([], mediaType: type, size: $0) }
      }
    }
    self.body = body(
      exchange.sent, size: request.body?.size.map { Int($0) }, request.contentType)
    reason = exchange.reason
    start = exchange.start
    timings = exchange.timings
    failure = exchange.error.flatMap { error in
      Failure(error, call: call).diagnostics.first.map { redactor.masking($0.words) }
    }
    guard let head = exchange.head else { return }
    response = ReportResponse(
      head.status, redactor.masking(head.reason), version: head.version,
      headers: head.headers.map { ReportField($0.name, redactor.masking($0.shownValue)) },
      body: body(exchange.body, size: exchange.size, head.header("Content-Type")))
  }
}
