import APICallHTTP

extension ExchangeFacts {
  /// Creates the facts of an exchange.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - head: the answer's head.
  init(_ call: Call, _ head: ResponseHead) {
    self.init()
    method = call.request.method
    status = head.status
    contentType = head.header("Content-Type")
  }
}
