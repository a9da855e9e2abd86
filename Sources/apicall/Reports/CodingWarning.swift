import APICallBase
import APICallHTTP
import APICallRun

/// Warns once a run of each name in Content-Encoding that does not mean a coding of the body.
final class CodingWarning: RunObserver {
  private let reported: MisnamedCodings
  private let write: (String) -> Void
  private var acceptsCodings = false

  /// Creates an observer of a call.
  ///
  /// - Parameters:
  ///   - reported: the names that the run has warned of.
  ///   - write: receives the text for standard error.
  init(_ reported: MisnamedCodings, write: @escaping (String) -> Void) {
    self.reported = reported
    self.write = write
  }

  func observe(_ event: RunEvent) {
    switch event {
    case .sending(let call): acceptsCodings = call.request.acceptsCodings
    case .answered(let head) where acceptsCodings:
      for name in head.list("Content-Encoding")
      where ContentCodings.isMisnomer(name) && reported.names.insert(name).inserted {
        write(
          Diagnostic(
            "the response has the Content-Encoding '\(name)', which is not a content coding and is "
              + "ignored"
          ).reported(as: .warning).text)
      }
    default: break
    }
  }
}

/// The names in Content-Encoding that a run has warned of.
final class MisnamedCodings {
  /// The names as the servers wrote them.
  var names: Set<String> = []
}
