import APICall
import TodoCore

extension ServiceError {
  /// Says in the words of the program what the library reports.
  init(_ error: RequestError) {
    switch error {
    case .cancelled: self = .cancelled
    case .invalidInputs(let found): self = .invalid(found.map(\.message))
    case .unexpectedStatus(let response, _):
      let reason = try? response.decode(String.self, at: "$.error")
      self = .refused(reason ?? "status \(response.status.code)")
    case .transport(_, let found), .timedOut(_, let found):
      self = .unreachable(found.first?.message ?? "\(error)")
    default: self = .failed("\(error)")
    }
  }
}
