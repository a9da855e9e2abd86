import APICallBase
import APICallHTTP
import APICallRequests
import APICallResponses

/// Warns once a run of each name in Content-Encoding that does not mean a coding of the body.
final class CodingWarning: RunObserver {
  private let isNew: (String) -> Bool
  private let write: (String) -> Void
  private var call: Call?

  init(isNew: @escaping (String) -> Bool, write: @escaping (String) -> Void) {
    self.isNew = isNew
    self.write = write
  }

  func observe(_ event: RunEvent) {
    switch event {
    case .sending(let call): self.call = call
    case .answered(let head) where head.header("Content-Encoding") != nil:
      guard call?.request.acceptsCodings == true else { return }
      for name in head.list("Content-Encoding")
      where ContentCodings.isMisnomer(name) && isNew(name.lowercased()) {
        write(
          Message(
            "the response has the Content-Encoding '\(name)', which is not a content coding and is "
              + "ignored"
          ).reported(as: .warning).text)
      }
    default: break
    }
  }
}
