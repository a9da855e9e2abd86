import APICallContracts
import APICallCurl
import APICallHTTP
import APICallSafety
import APICallSystem

/// A requester that does not check certificates, and warns each time.
struct InsecureRequester: NamedRequester {
  static let name = CurlSender.name
  static let summary = CurlSender.summary

  let requester: CurlSender

  func send(_ request: OutgoingRequest, to receiver: any ExchangeReceiver)
    async throws(ExchangeError)
  {
    let origin = request.url.origin
    if origin.scheme == .https {
      StandardStreams.report(
        "apicall: warning: the certificate of \(origin) is not checked (--insecure)\n")
    }
    try await requester.send(request, to: receiver)
  }
}
