package import APICallBase
package import APICallContracts

extension RetryRule {
  /// Whether a called script is run again after a failure: each part of it has to be a cause.
  package func covers(_ failure: Failure) -> Bool {
    guard !failure.diagnostics.isEmpty, !failure.endsRun else { return false }
    return failure.diagnostics.allSatisfy { diagnostic in
      causes.contains { covers(diagnostic.exchange, failure.status, by: $0) }
    }
  }

  private func covers(
    _ exchange: FailedExchange?, _ status: ExitStatus, by cause: Cause
  ) -> Bool {
    guard exchange?.isOfEnding != true else { return false }
    switch cause {
    case .failure(let kind): return exchange?.kind == kind.rawValue
    case .status(let pattern): return exchange?.status.map { pattern.matches($0) } ?? false
    case .exit(let code): return status.rawValue == code
    }
  }

  package static func kind(of error: ExchangeError) -> String? { FailureKind(error)?.rawValue }

  /// Whether it has a cause that only a script can have.
  package var namesExitStatus: Bool {
    causes.contains { if case .exit = $0 { true } else { false } }
  }
}
