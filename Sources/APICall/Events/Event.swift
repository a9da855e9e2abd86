/// What happens in a call of a client; secrets are masked.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum Event: Sendable {
  /// A request is about to be sent, as the endpoint describes it.
  case sending(CallID, method: HTTPRequest.Method, url: String)
  /// Bytes moved.
  case moved(CallID, TransferProgress)
  /// The head of a response arrived.
  case responded(CallID, HTTPResponse)
  /// A further exchange begins, such as a redirect or a retry.
  case continuing(CallID, reason: String, url: String)
  /// The call has ended, with the status of its response or with an error; the last event of a call.
  case ended(CallID, Result<HTTPResponse.Status, RequestError>)
  /// This many events were dropped, since they were not read in time.
  case dropped(Int)

  /// The number of the call; nil for ``dropped(_:)``.
  public var call: CallID? {
    switch self {
    case .sending(let id, _, _), .moved(let id, _), .responded(let id, _),
      .continuing(let id, _, _), .ended(let id, _):
      id
    case .dropped: nil
    }
  }
}
