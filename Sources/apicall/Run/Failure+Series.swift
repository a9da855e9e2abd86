import APICallBase
import APICallSystem

extension Failure {
  /// Whether there is no use in further calls: a signal came, or nobody reads what is printed.
  var endsAll: Bool {
    switch status {
    case .interrupted, .terminated, .brokenPipe: true
    default: Signals.first != nil
    }
  }

  /// The same, with the file in front of what has no place in one.
  func named(_ file: String) -> Failure {
    Failure(
      status,
      diagnostics.map { diagnostic in
        guard diagnostic.mark == nil, !diagnostic.message.contains(file) else { return diagnostic }
        var diagnostic = diagnostic
        diagnostic.message = "\(file): \(diagnostic.message)"
        return diagnostic
      })
  }
}
